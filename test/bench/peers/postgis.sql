create extension postgis;
create table farms (farm integer not null, place geography(point, 4326) not null, card text not null);

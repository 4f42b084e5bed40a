-- Great-circle distance in kilometers (haversine); null where either place is unknown.
create or replace macro match_km(lat_a, lng_a, lat_b, lng_b) as
  2 * 6371.0088 * asin(sqrt(pow(sin(radians(lat_b - lat_a) / 2), 2)
    + cos(radians(lat_a)) * cos(radians(lat_b)) * pow(sin(radians(lng_b - lng_a) / 2), 2)));

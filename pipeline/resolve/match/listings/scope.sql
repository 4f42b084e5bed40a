-- Listings that may match another, numbered in the order of their keys. If all are in the same editions
-- of one source, only possible double entries: in one ZIP code or town, the same name, or names that
-- begin alike at one house number, or the same house; and listings that a person decided on.
create table match.scope as
with standings as (
  select count(*) > 1 as several
  from (select distinct hash(source, edition, retired) from match.candidates)
),
housed as (
  select *, regexp_extract(lower(address), '(\d+)\W+(?:(?:[nsew]|north|south|east|west)\W+)?(\w{1,3})', ['number', 'street']) as house
  from match.candidates
  where not (select several from standings)
),
keyed as (
  select
    key,
    hash(state, coalesce(zip, lower(city)), lower(name)) as by_name,
    hash(
      state,
      coalesce(zip, lower(city)),
      regexp_replace(regexp_replace(lower(name), '^the ', ''), '[^a-z0-9]', '', 'g')[1:5],
      regexp_extract(address, '\d+')
    ) as by_number,
    case when house.street <> '' then hash(state, zip, house) end as by_zip,
    case when house.street <> '' then hash(state, lower(city), house) end as by_town
  from housed
),
alike as (
  select key
  from keyed
  qualify count(*) over (partition by by_name) > 1
    or count(*) over (partition by by_number) > 1
    or (by_zip is not null and count(*) over (partition by by_zip) > 1)
    or (by_town is not null and count(*) over (partition by by_town) > 1)
)
select key, row_number() over (order by key)::integer as id
from match.candidates
where (select several from standings)
  or key in (from alike)
  or key in (select unnest([a, b]) from match.decisions);

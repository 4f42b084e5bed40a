-- The county of each point that a listing had.
create table panel.counties as
select lat, lng, state, county_fips_at(lat, lng, state) as county_fips
from (
  select distinct lat, lng, coalesce(state, '') as state from panel.words where lat is not null
);

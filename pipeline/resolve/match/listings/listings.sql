-- Columns compared between listings: the words of each text, and
-- lat, lng  null if the location is doubtful: it is near nothing, and far from nothing
-- placed    at an exact point that is not a post office
-- standing  equal for listings in the same editions; minor: not the most common standing
create table match.listings as
with scope as (
  select *, hash(source, edition, retired) as standing
  from match.candidates
  join match.scope using (key)
),
biggest as (
  select standing
  from scope
  group by standing
  order by count(*) desc, standing
  limit 1
),
wordings as (
  from carried.wordings
  union all
  from match.wordings
)
select
  id,
  key,
  source,
  coalesce(edition, []) as edition,
  standing,
  standing <> (from biggest) as minor,
  farm_id,
  first_seen::varchar as first_seen,
  last_seen::varchar as last_seen,
  scope.state,
  zip,
  town,
  case when location_precision is distinct from 'doubtful' then lat end as lat,
  case when location_precision is distinct from 'doubtful' then lng end as lng,
  coalesce(location_precision = 'exact' and not (scope.address is not null and address_words = []), false) as placed,
  house,
  box,
  street,
  address_words,
  phone,
  lower(email) as email,
  site,
  list_sort(coalesce(weekdays, [])) as days,
  name_days,
  winter,
  seasons,
  numbers,
  core,
  core_key,
  own_core,
  town_core,
  name_key,
  case
    when place_type in ('farmers_market', 'market') then 'market'
    when place_type = 'food_hub' then 'hub'
    else 'farm'
  end as family
from scope
join wordings
  on wordings.name is not distinct from scope.name
  and wordings.address is not distinct from scope.address
  and wordings.city is not distinct from scope.city
  and wordings.state is not distinct from scope.state
  and wordings.website is not distinct from scope.website;

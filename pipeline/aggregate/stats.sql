-- Long form: section, name, count, pct of all farms. Order is part of the file.
create table stats as
with total as (
  select count(*) as farms from farms
),
totals(name, count) as (
  select 'farms', count(*) from farms
  union all
  select 'product_listings', count(*) from product_listings
  union all
  select 'states', count(distinct state) from farms
  union all
  select 'sources', count(distinct source) from listings
),
counted(section, name, count) as (
  select 'place_type', place_type, count(*) from farms group by all
  union all
  select 'state', coalesce(state, 'unknown'), count(*) from farms group by all
  union all
  select 'product', product, count(*)
  from (select id, unnest(list_distinct(products)) as product from farms)
  group by all
  union all
  select 'quality', coalesce(lower(quality_tier), 'incomplete'), count(*) from farms group by all
  union all
  select 'verification', verification_status, count(*) from farms group by all
  union all
  select
    'freshness',
    case
      when updated_at is null then 'unknown'
      when updated_at >= $as_of::timestamptz - interval 1 year then 'within 1 year'
      when updated_at >= $as_of::timestamptz - interval 3 years then '1 to 3 years'
      else 'over 3 years'
    end,
    count(*)
  from farms
  group by all
  union all
  select 'coverage', name, count from coverage
  union all
  select 'coverage', 'prices', count(distinct farm_id)
  from product_listings
  where price is not null
)
select 'totals' as section, name, count::integer as count, null::double as pct
from totals
union all
(
  select section, name, count::integer, round(100 * count / greatest(farms, 1), 1)
  from counted, total
  order by section, count desc, name
);

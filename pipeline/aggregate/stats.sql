-- Long form: section, name, count, percentage of all farms. The order is part of the file.
create table published.stats as
with total as (
  select count(*) as farms from published.farms
),
totals(name, count) as (
  select 'farms', count(*) from published.farms
  union all
  select 'product_listings', count(*) from published.product_listings
  union all
  select 'states', count(distinct state) from published.farms
  union all
  select 'sources', count(distinct source) from merge.listings
),
counted(section, name, count) as (
  select 'place_type', place_type, count(*) from published.farms group by all
  union all
  select 'state', coalesce(state, 'unknown'), count(*) from published.farms group by all
  union all
  select 'product', product, count(*) from aggregate.offered group by all
  union all
  select 'quality', coalesce(quality_tier, 'incomplete'), count(*) from published.farms group by all
  union all
  select 'verification', verification_status, count(*) from published.farms group by all
  union all
  select
    'freshness',
    case
      when updated_at is null then 'unknown'
      when updated_at >= (select as_of from merge.as_of) - interval 1 year then 'within 1 year'
      when updated_at >= (select as_of from merge.as_of) - interval 3 years then '1 to 3 years'
      else 'over 3 years'
    end,
    count(*)
  from published.farms
  group by all
  union all
  select 'coverage', name, count from aggregate.coverage
  union all
  select 'coverage', 'prices', count(distinct farm_id)
  from published.product_listings
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

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
    'last_confirmed',
    coalesce(
      year(coalesce(
        (updated_at at time zone 'UTC')::date,
        greatest(
          said_at.products, said_at.listings, said_at.hours, said_at.practices, said_at.payment_methods,
          said_at.delivery_options, said_at.contact, said_at.text, said_at.image
        ),
        last_listed,
        edition
      ))::varchar,
      'unknown'
    ),
    count(*)
  from published.farms
  cross join merge.as_of
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

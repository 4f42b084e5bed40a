create table published.product_listings as
select
  each.id,
  farms.id as farm_id,
  each.* exclude (id)
from (
  select id, unnest(product_listings) as each, rowid as farm_row
  from published.farms
) as farms
order by farm_row, each.id;

-- The products of each farm, including those of its varieties, each once. A search for a product finds
-- these farms.
create table aggregate.offered as
with named as (
  select rowid::uinteger as farm, unnest(products) as name
  from published.farms
)
select farm, name as product
from named
union
select named.farm, broader.product
from named
join (select unnest($kinds) as kind, unnest($products) as product) as broader on broader.kind = named.name;

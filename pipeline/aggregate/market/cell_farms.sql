-- The farms of some cells of one resolution, from $first to $last; if $with_products, also of each
-- product in each cell.
create or replace temporary table cell_farms as
with farm_cells as (
  select rowid::uinteger as farm, ancestor_cell(h3_cell, $resolution) as cell
  from published.farms
  where h3_cell is not null and ancestor_cell(h3_cell, $resolution) between $first::ubigint and $last::ubigint
)
select cell, $every_product::uinteger as product_id, farm
from farm_cells
union all
select cell, product_id, farm
from farm_cells
join market.farm_products using (farm)
where $with_products;

-- The farms of the cells of some resolutions, from $first to $last; at $productResolution, also of each
-- product in each cell.
create or replace temporary table cell_farms as
with farm_cells as (
  select farms.rowid::uinteger as farm, resolution, ancestor_cell(h3_cell, resolution) as cell
  from published.farms
  cross join (select unnest($resolutions::integer[]) as resolution)
  where h3_cell is not null and ancestor_cell(h3_cell, resolution) between $first::ubigint and $last::ubigint
)
select cell, $every_product::uinteger as product_id, farm
from farm_cells
union all
select cell, product_id, farm
from farm_cells
join market.farm_products using (farm)
where resolution = $productResolution;

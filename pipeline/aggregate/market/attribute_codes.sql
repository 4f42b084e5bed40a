-- Codes of the counted names: in the order of facets, then of names.
create table market.attribute_codes as
select
  (row_number() over (order by list_position($facets, facet), name) - 1)::uinteger as code,
  facet,
  name
from (select distinct facet, name from market.farm_attributes);

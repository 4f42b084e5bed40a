-- The counted attributes of each farm, by code.
create table market.farm_codes as
select farm, code
from market.farm_attributes
join market.attribute_codes using (facet, name)
order by farm, code;

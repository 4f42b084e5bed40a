-- The products of each farm by their one name.
create table market.farm_products as
select distinct farm_codes.farm, spelled_products.product_id
from market.farm_codes
join market.attribute_codes using (code)
join market.spelled_products on spelled_products.spelling = attribute_codes.name
where attribute_codes.facet = 'products';

-- The products of each farm by number.
create table market.farm_products as
select farm_codes.farm, products.product_id
from market.farm_codes
join market.attribute_codes using (code)
join market.products on products.product = attribute_codes.name
where attribute_codes.facet = 'products';

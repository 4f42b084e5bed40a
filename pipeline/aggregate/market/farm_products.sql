-- The products of each farm by number.
create table market.farm_products as
select farm_attributes.farm, products.product_id
from market.farm_attributes
join market.attribute_codes using (code)
join market.products on products.product = attribute_codes.name
where attribute_codes.field = 'products';

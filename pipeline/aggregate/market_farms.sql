-- The products of each farm by their one name, and the prices of each farm, in order.
create table farm_products as
select distinct farm_codes.farm, spelled_products.product_id
from farm_codes
join attribute_codes using (code)
join spelled_products on spelled_products.spelling = attribute_codes.name
where attribute_codes.facet = 'products';

create table farm_prices as
select
  farms.rowid::uinteger as farm,
  spelled_products.product_id,
  spelled_products.product,
  listings.unit,
  listings.comparable_unit,
  listings.price,
  coalesce(listings.comparable_price, listings.price) as comparable_price
from product_listings as listings
join farms on farms.id = listings.farm_id
join spelled_products on spelled_products.spelling = coalesce(listings.product, listings.name)
where listings.price is not null
order by farm, listings.rowid;

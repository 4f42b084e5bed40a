-- The prices of each farm by the one name of their product, in order.
create table market.farm_prices as
select
  farms.rowid::uinteger as farm,
  spelled_products.product_id,
  spelled_products.product,
  listings.unit,
  listings.comparable_unit,
  listings.price,
  coalesce(listings.comparable_price, listings.price) as comparable_price
from published.product_listings as listings
join published.farms on farms.id = listings.farm_id
join market.spelled_products on spelled_products.spelling = coalesce(listings.product, listings.name)
where listings.price is not null
order by farm, listings.rowid;

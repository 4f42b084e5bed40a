-- The prices of each farm for products of the vocabulary, in order.
create table market.farm_prices as
select
  farms.rowid::uinteger as farm,
  products.product_id,
  products.product,
  listings.unit,
  listings.comparable_unit,
  listings.price,
  coalesce(listings.comparable_price, listings.price) as comparable_price
from published.product_listings as listings
join published.farms on farms.id = listings.farm_id
join market.products on products.product = listings.product
where listings.price is not null
order by farm, listings.rowid;

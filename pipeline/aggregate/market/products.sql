-- The products that farms offer or price, numbered by name, without unknown terms.
create table market.products as
select product, (row_number() over (order by product) - 1)::uinteger as product_id
from (
  select name as product from market.attribute_codes where field = 'products'
  union
  select product from published.product_listings where price is not null and product is not null
);

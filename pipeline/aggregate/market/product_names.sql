create table market.product_names as
select distinct product_id, product
from market.spelled_products;

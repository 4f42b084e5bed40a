-- Adds a row for each cell of cell_farms.sql, and for each product there. Counts farms by code, which is
-- fast, and names the codes afterwards. Lists are sorted when complete: `list(… order by …)` takes ten
-- times as long here.
create or replace temporary macro sorted_map(entries) as
  coalesce(map_from_entries(list_sort(entries)), map());
insert into published.market_cells
with sizes as (
  select cell, product_id, count(*)::integer as farms
  from cell_farms
  group by all
),
counted as (
  select cell, product_id, code, count(*)::integer as farms
  from cell_farms
  join market.farm_attributes using (farm)
  -- Products offered beside a product would be three quarters of the table.
  where
    code not in (select code from market.attribute_codes where field = 'offered')
    and (
      product_id = $every_product
      or code not in (select code from market.attribute_codes where field = 'products')
    )
  group by all
),
named as (
  select
    cell,
    product_id,
    sorted_map(list(entry) filter (field = 'place_type')) as place_types,
    sorted_map(list(entry) filter (field = 'products')) as products,
    sorted_map(list(entry) filter (field = 'quality_tier')) as quality_tiers,
    sorted_map(list(entry) filter (field = 'quality_score')) as quality_scores,
    sorted_map(list(entry) filter (field = 'verification')) as verifications,
    sorted_map(list(entry) filter (field = 'certifications')) as certifications,
    sorted_map(list(entry) filter (field = 'practices')) as practices,
    sorted_map(list(entry) filter (field = 'delivery_options')) as delivery_options,
    coalesce(max(farms) filter (field = 'known' and name = 'products'), 0) as products_known,
    coalesce(max(farms) filter (field = 'known' and name = 'certifications'), 0) as certifications_known,
    coalesce(max(farms) filter (field = 'known' and name = 'practices'), 0) as practices_known,
    coalesce(max(farms) filter (field = 'known' and name = 'delivery_options'), 0) as delivery_options_known,
    coalesce(max(farms) filter (field = 'known' and name = 'prices'), 0) as farms_with_prices
  from (select *, {key: name, value: farms} as entry from counted join market.attribute_codes using (code))
  group by cell, product_id
),
by_unit as (
  select
    cell,
    product_id,
    coalesce(comparable_unit, unit, '') as unit,
    count(distinct farm)::integer as farms,
    list_sort(list(comparable_price)) as prices,
    sum(round(comparable_price * 1e6)) as millionths
  from market.farm_prices
  join cell_farms using (farm, product_id)
  group by all
),
priced as (
  select
    cell,
    product_id,
    sorted_map(list({key: unit, value: farms})) as price_farms,
    sorted_map(list({key: unit, value: len(prices)::integer})) as price_count,
    sorted_map(list({key: unit, value: millionths})) as price_sum,
    sorted_map(list({key: unit, value: prices[1]})) as price_min,
    sorted_map(list({key: unit, value: prices[-1]})) as price_max,
    sorted_map(list({key: unit, value: prices})) as prices
  from by_unit
  group by cell, product_id
),
farms_priced as (
  select cell, product_id, count(distinct farm)::integer as farms
  from market.farm_prices
  join cell_farms using (farm, product_id)
  group by all
)
select
  (cell >> 52 & 15)::integer as resolution,
  format('{:x}', cell) as cell,
  product,
  sizes.farms,
  products_known,
  place_types,
  case when product is null then products end,
  quality_tiers,
  quality_scores,
  verifications,
  certifications_known,
  certifications,
  practices_known,
  practices,
  delivery_options_known,
  delivery_options,
  case when product is null then farms_with_prices else coalesce(farms_priced.farms, 0) end,
  case when product is not null then coalesce(price_farms, map()) end,
  case when product is not null then coalesce(price_count, map()) end,
  case when product is not null then coalesce(price_sum, map()) end,
  case when product is not null then coalesce(price_min, map()) end,
  case when product is not null then coalesce(price_max, map()) end,
  case when product is not null then coalesce(prices, map()) end
from sizes
join named using (cell, product_id)
left join priced using (cell, product_id)
left join farms_priced using (cell, product_id)
left join market.products using (product_id)
order by sizes.cell, product nulls first;

-- Adds a row for each cell of cell_farms.sql, and for each product there. Farms are counted by code
-- first, which is quick, and the codes named then.
-- Lists are sorted when they are whole: `list(… order by …)` takes ten times as long here.
insert into market_cells
with sizes as (
  select cell, product_id, count(*)::integer as farms
  from cell_farms
  group by all
),
counted as (
  select cell, product_id, code, count(*)::integer as farms
  from cell_farms
  join market.farm_codes using (farm)
  -- The products that farms of one product offer beside it would be three quarters of the table.
  where
    product_id = $every_product
    or code not in (select code from market.attribute_codes where facet = 'products')
  group by all
),
named as (
  select
    cell,
    product_id,
    list({key: name, value: farms}) filter (facet = 'place_type') as place_types,
    list({key: name, value: farms}) filter (facet = 'products') as products,
    list({key: name, value: farms}) filter (facet = 'quality_tier') as quality_tiers,
    list({key: name, value: farms}) filter (facet = 'quality_score') as quality_scores,
    list({key: name, value: farms}) filter (facet = 'verification') as verifications,
    list({key: name, value: farms}) filter (facet = 'certifications') as certifications,
    list({key: name, value: farms}) filter (facet = 'practices') as practices,
    list({key: name, value: farms}) filter (facet = 'delivery_options') as delivery_options,
    coalesce(max(farms) filter (facet = 'known' and name = 'products'), 0) as products_known,
    coalesce(max(farms) filter (facet = 'known' and name = 'certifications'), 0) as certifications_known,
    coalesce(max(farms) filter (facet = 'known' and name = 'practices'), 0) as practices_known,
    coalesce(max(farms) filter (facet = 'known' and name = 'delivery_options'), 0) as delivery_options_known,
    coalesce(max(farms) filter (facet = 'known' and name = 'prices'), 0) as farms_with_prices
  from counted
  join market.attribute_codes using (code)
  group by all
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
    list({key: unit, value: farms}) as farms,
    list({key: unit, value: len(prices)::integer}) as counts,
    list({key: unit, value: millionths}) as sums,
    list({key: unit, value: prices[1]}) as lowest,
    list({key: unit, value: prices[-1]}) as highest,
    list({key: unit, value: prices}) as prices
  from by_unit
  group by all
),
farms_priced as (
  select cell, product_id, count(distinct farm)::integer as farms
  from market.farm_prices
  join cell_farms using (farm, product_id)
  group by all
)
select
  $resolution::integer as resolution,
  format('{:x}', sizes.cell) as cell,
  product_names.product,
  sizes.farms,
  products_known,
  map_from_entries(list_sort(place_types)),
  case when product is null then coalesce(map_from_entries(list_sort(products)), map()) end,
  map_from_entries(list_sort(quality_tiers)),
  map_from_entries(list_sort(quality_scores)),
  map_from_entries(list_sort(verifications)),
  certifications_known,
  coalesce(map_from_entries(list_sort(certifications)), map()),
  practices_known,
  coalesce(map_from_entries(list_sort(practices)), map()),
  delivery_options_known,
  coalesce(map_from_entries(list_sort(delivery_options)), map()),
  case when product is null then farms_with_prices else coalesce(farms_priced.farms, 0) end,
  case when product is not null then coalesce(map_from_entries(list_sort(priced.farms)), map()) end,
  case when product is not null then coalesce(map_from_entries(list_sort(counts)), map()) end,
  case when product is not null then coalesce(map_from_entries(list_sort(sums)), map()) end,
  case when product is not null then coalesce(map_from_entries(list_sort(lowest)), map()) end,
  case when product is not null then coalesce(map_from_entries(list_sort(highest)), map()) end,
  case when product is not null then coalesce(map_from_entries(list_sort(prices)), map()) end
from sizes
join named on named.cell = sizes.cell and named.product_id = sizes.product_id
left join priced on priced.cell = sizes.cell and priced.product_id = sizes.product_id
left join farms_priced
  on farms_priced.cell = sizes.cell and farms_priced.product_id = sizes.product_id
left join market.product_names on product_names.product_id = sizes.product_id
order by sizes.cell, product_names.product nulls first;

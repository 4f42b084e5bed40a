-- The figures of /v1/market/landscape, layout A, by one pass over the farms.
with circle as materialized (
  select
    *,
    2 * 3958.7613 * asin(least(1, sqrt(
      pow(sin(radians(lat - $lat) / 2), 2)
      + cos(radians($lat)) * cos(radians(lat)) * pow(sin(radians(lng - $lng) / 2), 2)
    ))) as distance_mi
  from farms
  where
    lat between $lat - $lat_reach and $lat + $lat_reach
    and lng between $lng - $lng_reach and $lng + $lng_reach
    and distance_mi <= $radius
)
select
  count(*) as total_farms,
  avg(quality_score) as avg_score,
  median(quality_score) as median_score,
  min(quality_score) as min_score,
  max(quality_score) as max_score,
  histogram(quality_tier) as tiers,
  count(*) filter (distance_mi <= 5) as within_5mi,
  count(*) filter (distance_mi <= 10) as within_10mi,
  count(*) filter (distance_mi <= 25) as within_25mi,
  histogram(place_type) as place_types,
  histogram(verification_status) as verification,
  count(products) as products_known,
  count(certifications) as certifications_known,
  count(practices) as practices_known,
  count(delivery_options) as delivery_options_known,
  count(*) filter (priced) as farms_with_prices,
  (select histogram(each) from (select unnest(products) as each from circle)) as products,
  (select histogram(each) from (select unnest(certifications) as each from circle)) as certifications,
  (select histogram(each) from (select unnest(practices) as each from circle)) as practices,
  (select histogram(each) from (select unnest(delivery_options) as each from circle)) as delivery_options
from circle

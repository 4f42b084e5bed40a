-- The counted attributes of each farm: a name of a facet (data/schema/serving/fields.ts).
create table market.farm_attributes as
select rowid::uinteger as farm, 'place_type' as facet, place_type as name from published.farms
union all
select rowid, 'verification', verification_status from published.farms
union all
select rowid, 'quality_tier', coalesce(quality_tier, 'incomplete') from published.farms
union all
select rowid, 'quality_score', quality_score::varchar from published.farms
union all
select rowid, 'products', unnest(list_distinct(products)) from published.farms
union all
select farm, 'offered', product from aggregate.offered
union all
select rowid, 'certifications', unnest(list_distinct(certifications)) from published.farms
union all
select rowid, 'practices', unnest(list_distinct(practices)) from published.farms
union all
select rowid, 'delivery_options', unnest(list_distinct(delivery_options)) from published.farms
union all
select rowid, 'delivery_kinds', 'pickup' from published.farms where list_has_any(delivery_options, $pickup)
union all
select rowid, 'delivery_kinds', 'delivery' from published.farms where list_has_any(delivery_options, $delivery)
union all
select rowid, 'known', 'products' from published.farms where products is not null
union all
select rowid, 'known', 'certifications' from published.farms where certifications is not null
union all
select rowid, 'known', 'practices' from published.farms where practices is not null
union all
select rowid, 'known', 'delivery_options' from published.farms where delivery_options is not null
union all
select rowid, 'known', 'prices'
from published.farms
where id in (select farm_id from published.product_listings where price is not null);

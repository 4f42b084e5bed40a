-- What market figures count of each farm: a name of a facet (data/schema/attributes.ts).
create table farm_attributes as
select rowid::uinteger as farm, 'place_type' as facet, place_type as name from farms
union all
select rowid, 'verification', verification_status from farms
union all
select rowid, 'quality_tier', coalesce(quality_tier, 'incomplete') from farms
union all
select rowid, 'quality_score', quality_score::varchar from farms
union all
select rowid, 'products', unnest(list_distinct(products)) from farms
union all
select rowid, 'certifications', unnest(list_distinct(certifications)) from farms
union all
select rowid, 'practices', unnest(list_distinct(practices)) from farms
union all
select rowid, 'delivery_options', unnest(list_distinct(delivery_options)) from farms
union all
select rowid, 'delivery_kinds', 'pickup' from farms where list_has_any(delivery_options, $pickup)
union all
select rowid, 'delivery_kinds', 'delivery' from farms where list_has_any(delivery_options, $delivery)
union all
select rowid, 'known', 'products' from farms where products is not null
union all
select rowid, 'known', 'certifications' from farms where certifications is not null
union all
select rowid, 'known', 'practices' from farms where practices is not null
union all
select rowid, 'known', 'delivery_options' from farms where delivery_options is not null
union all
select rowid, 'known', 'prices'
from farms
where id in (select farm_id from product_listings where price is not null);

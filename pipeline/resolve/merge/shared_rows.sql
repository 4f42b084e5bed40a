-- The rows of farms with several listings, with corrections, or with values of earlier listings. Products and
-- practices that an earlier listing gives are empty in them.
create table merge.shared_rows as
with given as (
  select
    farm_id,
    bool_or(field_group = 'products') as products,
    bool_or(field_group = 'practices') as practices
  from said.carried
  group by farm_id
)
select
  listings.*,
  observations.* exclude (seq, input, source, source_id, updated_at) replace (
    if(given.products, null, observations.products) as products,
    if(given.products, null, products_other) as products_other,
    if(given.products, null, categories) as categories,
    if(given.products, null, categories_other) as categories_other,
    if(given.practices, null, observations.practices) as practices,
    if(given.practices, null, practices_other) as practices_other
  )
from merge.listings
join letters.observations using (seq)
left join given on given.farm_id = listings.farm_id
where
  speaks
  and listings.farm_id in (
    select farm_id from merge.listings where rank > 1
    union all
    select farm_id from decisions.applied
    union all
    select farm_id from given
  );

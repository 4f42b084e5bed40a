-- Fields that the profile adds for paid keys.
with entries as (
  select
    farm_id,
    {
      source: source,
      source_id: source_id,
      licence: licence,
      updated_at: strftime(updated_at, '%Y-%m-%dT%H:%M:%SZ'),
      edition: edition,
      carried: carried,
      fields: fields
    } as entry
  from published.provenance
  where newest
),
-- Few farms have several listings, and lists of all at once would not fit into memory.
several as (
  select farm_id
  from published.provenance
  where newest
  group by farm_id
  having count(*) > 1
),
traced as (
  select farm_id, [entry] as provenance
  from entries
  where farm_id not in (select farm_id from several)
  union all
  select farm_id, list_sort(list(entry))
  from entries
  where farm_id in (select farm_id from several)
  group by farm_id
)
select
  {phone: phone, email: email, website: website} as contact,
  hours,
  opening_hours,
  timezone,
  details,
  product_listings,
  {
    listing_completeness: listing_completeness,
    verification_level: verification_status,
    last_updated: strftime(updated_at, '%Y-%m-%d')
  } as quality_scores,
  provenance
from published.farms
join traced on traced.farm_id = farms.id
order by farms.rowid

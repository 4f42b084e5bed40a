-- What the profile adds to a farm for paid keys.
with traced as (
  select
    farm_id,
    list(
      {
        source: source,
        source_id: source_id,
        updated_at: strftime(updated_at, '%Y-%m-%dT%H:%M:%SZ')
      }
      order by provenance.rowid
    ) as provenance
  from provenance
  group by farm_id
)
select
  {phone: phone, email: email, website: website} as contact,
  hours,
  opening_hours,
  timezone,
  product_listings,
  {
    listing_completeness: listing_completeness,
    verification_level: verification_status,
    last_updated: strftime(updated_at, '%Y-%m-%d')
  } as quality_scores,
  provenance
from farms
join traced on traced.farm_id = farms.id
order by farms.rowid

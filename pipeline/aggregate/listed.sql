-- Since when each farm is listed, and by how many directories now. `last_listed`: null = by the newest
-- edition of all, so that nothing changes where only its date does.
create table aggregate.listed as
with known as (
  select farm_id, min(first_seen) filter (dated)::date as first_listed
  from published.registry
  group by farm_id
),
now as (
  select farm_id, count(distinct source_rows.series)::integer as listing_count, max(edition) as edition
  from removal.listings as identity
  join intake.source_rows using (key)
  where newest and not identity.removed
  group by farm_id
)
select
  farm_id,
  listing_count,
  first_listed,
  nullif(edition, (select edition from merge.as_of)) as last_listed
from now
join known using (farm_id);

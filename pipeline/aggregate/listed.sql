-- The first date of each farm, and the number of directories that list it now. `last_listed`: the newest
-- edition of any series that listed it; null = the newest edition of the snapshot, so that a new edition
-- alone changes nothing. `spoke_at`: the newest date of its listings; a row without one has that of
-- its edition.
create table aggregate.listed as
with known as (
  select
    farm_id,
    min(first_seen) filter (dated)::date as first_listed,
    max(last_seen) filter (dated)::date as listed_until
  from published.registry
  group by farm_id
),
now as (
  select
    farm_id,
    count(distinct source_rows.series)::integer as listing_count,
    max(edition) as edition,
    max(said_at) as spoke_at
  from removal.listings as identity
  join intake.source_rows using (key)
  where newest and not identity.removed
  group by farm_id
)
select
  farm_id,
  listing_count,
  first_listed,
  nullif(greatest(edition, listed_until), (select edition from merge.as_of)) as last_listed,
  spoke_at
from now
join known using (farm_id);

-- The kept columns of removed farms' listings, so that these farms stay out under other source ids
-- too.
create table removal.kept_listings as
select
  identity.farm_id,
  candidates.source,
  candidates.source_id,
  identity.holder,
  candidates.* exclude (key, source, source_id, edition, retired, farm_id, first_seen, last_seen)
from match.candidates
join removal.listings as identity using (key)
where identity.removed
union all by name
select
  known.farm_id,
  source,
  source_id,
  holder,
  known.* exclude (farm_id, source, source_id, holder, series, first_seen, last_seen, dated, row_digest, live_before, removed, latest, key, present)
from history.known
where not present and farm_id in (select farm_id from removal.tombstones)
order by source, source_id, holder;

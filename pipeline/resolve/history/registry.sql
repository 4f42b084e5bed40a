-- The registry for the next build. The tombstones hold the listings of removed farms.
create view published.registry as
select
  candidates.source,
  candidates.source_id,
  identity.holder,
  identity.farm_id,
  identity.series,
  identity.first_seen,
  null::timestamptz as last_seen,
  identity.dated,
  observations.row_digest,
  candidates.* exclude (key, source, source_id, edition, retired, farm_id, first_seen, last_seen)
    replace (observations.name as name, observations.address as address, observations.city as city)
from match.candidates
join removal.listings as identity using (key)
join letters.observations using (seq)
where not candidates.retired and not identity.removed
union all by name
select
  known.* exclude (key, present, removed, latest, live_before)
    replace (coalesce(mergers.successor_id, splits.successor_id, known.farm_id) as farm_id)
from history.known
left join identity.mergers using (farm_id)
-- A listing that is no longer read returns with the part of its farm that was a farm before.
left join match.clusters using (key)
left join identity.former using (cluster)
left join identity.splits on splits.farm_id = known.farm_id and splits.successor_id = former.farm_id
where not present and known.farm_id not in (select farm_id from removal.tombstones);

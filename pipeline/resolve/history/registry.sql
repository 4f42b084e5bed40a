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
    replace (coalesce(successor_id, known.farm_id) as farm_id)
from history.known
left join identity.mergers using (farm_id)
where not present and known.farm_id not in (select farm_id from removal.tombstones);

-- Candidate farm ids of each cluster.
-- `present`: a listing of this build had that farm id before; else a similar earlier listing had it.
-- `sole`: the cluster claims no other farm, and no other cluster claims this farm.
create table identity.claims as
with farms as (
  select farm_id, min(first_seen) as farm_since
  from history.known
  group by farm_id
),
-- A listing that is no longer read passes its farm id to a similar listing. It does not if name, ZIP
-- code, telephone and e-mail differ and the place is over two miles away: that is a chain's next branch.
heirs as (
  select distinct known.key
  from history.known
  join match.clusters as old on old.key = known.key
  join match.clusters as new on new.cluster = old.cluster
  join intake.source_rows on source_rows.newest and source_rows.key = new.key
  join intake.observations using (seq)
  where not present
    and (
      plain(known.name) = plain(observations.name)
      or known.zip = observations.zip
      or known.phone = observations.phone
      or known.email = observations.email
      or known.zip is null
      or observations.zip is null
      or known.location_precision is distinct from 'exact'
      or observations.location_precision is distinct from 'exact'
      or distance_mi(known.lat, known.lng, observations.lat, observations.lng) <= 2
    )
),
claims as (
  select
    cluster,
    farm_id,
    known.removed,
    bool_or(present) as present,
    min(first_seen) as since,
    max(last_seen) as until,
    any_value(farm_since) as farm_since
  from history.known
  join match.clusters using (key)
  join identity.live_clusters using (cluster)
  join farms using (farm_id)
  where present or known.key in (select key from heirs)
  group by all
)
select
  *,
  not removed
    and count(*) filter (not removed) over (partition by cluster) = 1
    and count(*) filter (not removed) over (partition by farm_id) = 1 as sole
from claims;

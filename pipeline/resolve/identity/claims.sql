-- Which clusters could go on being which farm.
-- `present`: a listing of this build was that farm's before; else one that was looks like those.
create table identity.claims as
with farms as (
  select farm_id, min(first_seen) as farm_since
  from history.known
  group by farm_id
)
select
  cluster,
  farm_id,
  known.removed,
  bool_or(present) as present,
  min(first_seen) as since,
  max(last_seen) as until,
  any_value(farm_since) as farm_since,
  count(*)::integer as listings
from history.known
join match.clusters using (key)
join identity.live_clusters using (cluster)
join farms using (farm_id)
where present or known.key in (select key from identity.heirs)
group by all;

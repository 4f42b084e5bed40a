-- Every removed farm: earlier ones, farms named by a removal in force, and the ids merged into them, since older
-- snapshots hold the farm under those ids. If several removals name one farm, the last one wins.
-- $at: start of this build.
create table removal.tombstones as
with named as (
  select entry, targets.farm_id, reason, until as expires
  from decisions.targets
  join decisions.entries using (entry)
  where remove
),
merged as (
  select farm_id, successor_id
  from identity.mergers
  union
  select gone.farm_id, gone.successor_id
  from carried.lineage as gone
  where event = 'merged'
  union
  select gone.farm_id, mergers.successor_id
  from carried.lineage as gone
  join identity.mergers on mergers.farm_id = gone.successor_id
  where event = 'merged'
),
removals as (
  select entry, farm_id, reason, expires
  from named
  union
  select entry, merged.farm_id, reason, expires
  from named
  join merged on merged.successor_id = named.farm_id
),
latest as (
  from removals
  qualify row_number() over (partition by farm_id order by entry desc) = 1
),
before as (
  from before.tombstones
  where in_force
)
select
  coalesce(latest.farm_id, before.farm_id) as farm_id,
  coalesce(latest.reason, before.reason) as reason,
  case when latest.farm_id is null then before.expires else latest.expires end as expires,
  coalesce(latest.entry, before.decision) as decision,
  coalesce(before."at", $at) as "at"
from latest
full join before on before.farm_id = latest.farm_id;

-- What became of farm ids: as the previous snapshot knew it, and what this build adds.
create table published.lineage as
with live as (
  select distinct farm_id from merge.listings where used
),
live_before as (
  select id as farm_id from before.farms
),
gone_before as (
  select
    * replace (coalesce(snapshot, (select id from before.snapshot)) as snapshot, coalesce("at", (select built_at from before.snapshot)) as "at")
  from before.lineage
),
removed as (
  select farm_id
  from removal.tombstones
  where farm_id not in (select farm_id from gone_before where event = 'removed')
),
merged as (
  select farm_id, successor_id
  from identity.mergers
  where farm_id not in (select farm_id from removal.tombstones)
),
ended(farm_id, event, successor_id) as (
  from (select farm_id, 'merged', successor_id from merged)
  union all
  from (select farm_id, 'removed', null from removed)
  union all
  select farm_id, 'left', null
  from live_before
  where farm_id not in (select farm_id from live)
    and farm_id not in (select farm_id from merged)
    and farm_id not in (select farm_id from removal.tombstones)
),
ended_before as (
  select farm_id, last_snapshot from gone_before where event <> 'split'
)
select
  gone_before.* replace (
    -- A reader is led to the farm itself, not from merger to merger.
    case when event = 'merged' then coalesce(merged.successor_id, gone_before.successor_id)
      else gone_before.successor_id
    end as successor_id
  )
from gone_before
left join merged on event = 'merged' and merged.farm_id = gone_before.successor_id
where event = 'split'
  or (
    gone_before.farm_id not in (select farm_id from live)
    and gone_before.farm_id not in (select farm_id from ended)
  )
union all by name
select
  farm_id,
  event,
  successor_id,
  null as snapshot,
  case when live_before.farm_id is not null then (select id from before.snapshot) else ended_before.last_snapshot end
    as last_snapshot,
  null as "at"
from ended
left join live_before using (farm_id)
left join ended_before using (farm_id)
union all by name
select farm_id, 'split' as event, successor_id, null as snapshot, (select id from before.snapshot) as last_snapshot, null as "at"
from identity.splits
where successor_id in (select farm_id from live)
order by farm_id, event, successor_id, "at";

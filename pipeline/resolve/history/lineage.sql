-- How farm ids ended or split: earlier events, and the events of these editions.
create table published.lineage as
with live as (
  select farm_id from removal.listings where not removed
),
live_before as (
  select distinct farm_id from history.known where live_before
),
published_before as (
  select id as farm_id from before.farms
),
last_listing as (
  select
    farm_id,
    arg_max(name, {seen: last_seen, key: key}) as name,
    max(last_seen) filter (dated)::date as last_listed
  from history.known
  group by farm_id
),
removed as (
  select farm_id
  from removal.tombstones
  where farm_id not in (select farm_id from carried.lineage where event = 'removed')
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
  select farm_id, last_snapshot from carried.lineage where event <> 'split'
),
every as (
  select
    lineage.* replace (
      -- Point to the surviving farm, not to the next merger.
      coalesce(merged.successor_id, lineage.successor_id) as successor_id
    )
  from carried.lineage
  left join merged on event = 'merged' and merged.farm_id = lineage.successor_id
  where event = 'split'
    or (
      lineage.farm_id not in (select farm_id from live)
      and lineage.farm_id not in (select farm_id from ended)
    )
  union all by name
  select
    farm_id,
    event,
    successor_id,
    null as snapshot,
    case when published_before.farm_id is not null then (select id from before.snapshot) else ended_before.last_snapshot end
      as last_snapshot,
    null as "at"
  from ended
  left join published_before using (farm_id)
  left join ended_before using (farm_id)
  union all by name
  select
    farm_id,
    'split' as event,
    successor_id,
    null as snapshot,
    case when farm_id in (from published_before) then (select id from before.snapshot) end as last_snapshot,
    null as "at"
  from identity.splits
  where successor_id in (select farm_id from live)
)
select
  every.farm_id,
  event,
  successor_id,
  case when event = 'left' then last_listing.name end as name,
  case when event = 'left' then last_listing.last_listed end as last_listed,
  snapshot,
  last_snapshot,
  "at"
from every
left join last_listing using (farm_id)
order by farm_id, event, successor_id, "at";

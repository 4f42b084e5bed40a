-- The current farm of each correction and removal in force. Entries of farms never seen are missing.
create table decisions.targets as
with merged as (
  select farm_id, successor_id from identity.mergers
  union all
  select gone.farm_id, coalesce(mergers.successor_id, gone.successor_id)
  from carried.lineage as gone
  left join identity.mergers on mergers.farm_id = gone.successor_id
  where event = 'merged' and gone.farm_id not in (select farm_id from identity.mergers)
),
named as (
  select
    entry,
    case when entries.farm_id in (select farm_id from identity.listings) then entries.farm_id
      else coalesce(merged.successor_id, entries.farm_id)
    end as farm_id
  from decisions.entries
  left join merged using (farm_id)
)
select
  entry,
  farm_id,
  farm_id in (select farm_id from identity.listings where not removed) as present
from named
where farm_id in (
  select farm_id from identity.listings
  union all
  select farm_id from history.known
  union all
  select farm_id from carried.lineage
);

-- The current farm of each entry in force. Entries of farms never seen are missing.
create table overrides.targets as
with merged as (
  select farm_id, successor_id from identity.mergers
  union all
  select gone.farm_id, coalesce(mergers.successor_id, gone.successor_id)
  from carried.lineage as gone
  left join identity.mergers on mergers.farm_id = gone.successor_id
  where event = 'merged' and gone.farm_id not in (select farm_id from identity.mergers)
),
by_id as (
  select
    entry,
    case when entries.farm_id in (select farm_id from identity.listings) then entries.farm_id
      else coalesce(merged.successor_id, entries.farm_id)
    end as farm_id
  from overrides.entries
  left join merged using (farm_id)
  where entries.farm_id is not null
),
by_listing as (
  select
    entry,
    coalesce(identity.farm_id, mergers.successor_id, known.farm_id) as farm_id
  from overrides.entries
  left join identity.listings as identity on identity.key = entries.source || chr(10) || entries.source_id
  left join history.known
    on known.latest and known.source = entries.source and known.source_id = entries.source_id
  left join identity.mergers on mergers.farm_id = known.farm_id
  where entries.source is not null
),
named as (
  from by_id
  union all
  from by_listing
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

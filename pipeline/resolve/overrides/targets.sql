-- Of each wanted entry the farm as it is called now; entries of no farm ever seen are missing.
with merged as (
  select farm_id, successor_id from mergers
  union all
  select gone.farm_id, coalesce(mergers.successor_id, gone.successor_id)
  from lineage_before as gone
  left join mergers on mergers.farm_id = gone.successor_id
  where event = 'merged' and gone.farm_id not in (select farm_id from mergers)
),
by_id as (
  select
    entry,
    case when wanted.farm_id in (select farm_id from identity) then wanted.farm_id
      else coalesce(merged.successor_id, wanted.farm_id)
    end as farm_id
  from wanted
  left join merged using (farm_id)
  where wanted.farm_id is not null
),
by_listing as (
  select
    entry,
    coalesce(identity.farm_id, mergers.successor_id, known.farm_id) as farm_id
  from wanted
  left join identity on identity.key = wanted.source || chr(10) || wanted.source_id
  left join known
    on known.latest and known.source = wanted.source and known.source_id = wanted.source_id
  left join mergers on mergers.farm_id = known.farm_id
  where wanted.source is not null
),
named as (
  from by_id
  union all
  from by_listing
)
select
  entry,
  farm_id,
  farm_id in (select farm_id from identity where not removed) as present
from named
where farm_id in (
  select farm_id from identity
  union all
  select farm_id from known
  union all
  select farm_id from lineage_before
)

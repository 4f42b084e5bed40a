-- A listing that only a late edition has was last seen at that edition or after. A row that is not its
-- listing's newest dates the last holder of the source id at that time, or the first holder ever.
with registry as materialized (
  from published.registry
),
listed as (
  select source, source_id, moment
  from intake.source_rows
  where newest
),
holders as (
  select
    source,
    source_id,
    moment,
    coalesce(arg_max(holder, first_seen) filter (first_seen <= moment), min(holder)) as holder
  from intake.source_rows
  join registry using (source, source_id)
  where not newest
  group by all
),
late as (
  select source, source_id, holder, min(moment) as first_moment, max(moment) as last_moment
  from holders
  group by all
)
select
  registry.* replace (
    case
      when registry.dated then least(registry.first_seen, first_moment)
      else registry.first_seen
    end as first_seen,
    case
      when registry.last_seen is null then greatest(moment, before.last_seen)
      when registry.dated then greatest(registry.last_seen, last_moment)
      else registry.last_seen
    end as last_seen
  ),
  registry.last_seen is null as live_before
from registry
left join listed using (source, source_id)
left join late using (source, source_id, holder)
left join carried.registry as before
  on before.dated
  and before.source = registry.source
  and before.source_id = registry.source_id
  and before.holder = registry.holder

-- Every listing known before these editions, including listings of removed farms, which no published
-- file has. `live_before` = it was listed; `latest` = the last holder of the source id.
create table history.prior as
with listed as (
  from carried.registry
  union all by name
  select
    * exclude (removed_at),
    removed_at as first_seen,
    removed_at as last_seen,
    false as dated,
    false as live_before
  from before.removed_listings
  where (source, source_id, holder) not in (select (source, source_id, holder) from carried.registry)
),
reused as (
  select source, source_id, max(holder) as last_holder
  from listed
  group by all
  having count(*) > 1
)
select
  listed.*,
  coalesce(in_force, false) as removed,
  coalesce(holder = last_holder, true) as latest
from listed
left join before.tombstones using (farm_id)
left join reused using (source, source_id);

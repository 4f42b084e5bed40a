-- Every listing that the previous snapshot knew, and those of removed farms, which no published file
-- has. Times that the snapshot left open are its own. `live_before` = it had the listing; `latest` =
-- of those that had the source id, the last.
create table history.prior as
with listed as (
  select
    * replace (
      coalesce(first_seen, (select built_at from before.snapshot)) as first_seen,
      coalesce(last_seen, (select built_at from before.snapshot)) as last_seen
    ),
    last_seen is null as live_before
  from before.registry
  union all by name
  select * exclude (removed_at), removed_at as first_seen, removed_at as last_seen, false as live_before
  from before.removed_listings
  where (source, source_id, holder) not in (select (source, source_id, holder) from before.registry)
)
select
  listed.*,
  coalesce(in_force, false) as removed,
  row_number() over (partition by source, source_id order by holder desc) = 1 as latest
from listed
left join before.tombstones using (farm_id);

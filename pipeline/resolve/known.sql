-- Times that the previous snapshot left open are its own.
-- $built_at: when the previous snapshot was built; null = there is none.
create table prior as
with told as (
  select
    * replace (
      coalesce(first_seen, $built_at::timestamptz) as first_seen,
      coalesce(last_seen, $built_at::timestamptz) as last_seen
    ),
    last_seen is null as live_before
  from registry_before
  union all by name
  -- Listings of removed farms are in no published file.
  select * exclude (removed_at), removed_at as first_seen, removed_at as last_seen, false as live_before
  from entombed
  where (source, source_id, holder) not in (select (source, source_id, holder) from registry_before)
)
select
  told.*,
  coalesce(in_force, false) as removed,
  row_number() over (partition by source, source_id order by holder desc) = 1 as latest
from told
left join tombstones_before using (farm_id);

-- Open times of the last snapshot become the time of their edition, or of the snapshot.
with listed as (
  select series, max(edition_moment(edition, revision)) as moment
  from before.editions
  where current
  group by series
)
select
  registry.* replace (
    coalesce(first_seen, (select built_at from before.snapshot)) as first_seen,
    coalesce(last_seen, case when dated then moment end, (select built_at from before.snapshot)) as last_seen
  ),
  last_seen is null as live_before
from before.registry
left join listed using (series)

-- The history of the last snapshot by positions, cut in two if an unread edition falls in between.
create table panel.carried as
with newest as (
  select series, max(edition_moment(edition, revision)) as moment
  from editions.known
  where current and edition is not null
  group by series
),
runs as (
  select history.*, first.position as first_position, last.position as last_position
  from before.listings_history as history
  left join newest using (series)
  join panel.editions as first
    on first.series = history.series
    and first.moment = edition_moment(first_edition, first_revision)
  join panel.editions as last
    on last.series = history.series
    and last.moment = coalesce(edition_moment(last_edition, last_revision), newest.moment)
),
stretches as (
  select series, stretch, min(position) as first, max(position) as last
  from panel.editions
  where not unread
  group by all
)
select
  runs.* replace (
    greatest(first_position, stretches.first) as first_position,
    least(last_position, stretches.last) as last_position
  )
from runs
join stretches
  on stretches.series = runs.series
  and first_position <= stretches.last
  and last_position >= stretches.first;

-- The dated editions of each series, earlier and current, in order: `position` from 1. `unread`: not yet
-- in the history of listings. `stretch`: the number of unread editions up to it, so editions without an
-- unread one between them share a stretch.
create table panel.editions as
with taken_in as (
  select series, edition_moment(edition, revision) as moment
  from before.editions
  where edition is not null and series in (select series from before.listings_history)
  union
  select series, edition_moment(first_edition, first_revision)
  from before.listings_history
  where first_edition is not null
  union
  select series, edition_moment(last_edition, last_revision)
  from before.listings_history
  where last_edition is not null
),
every as (
  select *, false as unread from taken_in
  union all
  select distinct series, moment, true
  from intake.editions
  where (series, moment) not in (from taken_in)
)
select
  *,
  row_number() over in_time as position,
  count(*) filter (unread) over in_time as stretch
from every
window in_time as (partition by series order by moment);

-- The dated editions of each series, earlier and current, in order: `position` from 1. `unread`: to be
-- added to the history of listings. `stretch`: the number of unread editions up to it, so editions without an
-- unread one between them share a stretch. An edition from before schema version 10 is added again, with
-- its hours, if this build reads all its files.
create table panel.editions as
with recorded as (
  select series, edition, revision from before.comparability
),
not_whole as (
  select series, edition, revision
  from editions.known
  where edition is not null
    and (series, edition, sha256) not in (select (series, edition, sha256) from intake.editions)
),
again as (
  select series, moment
  from intake.editions
  where (series, edition, revision) not in (from recorded)
    and (series, edition, revision) not in (from not_whole)
),
known as (
  select series, edition_moment(edition, revision) as moment
  from editions.known
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
taken_in as (
  from known
  where (series, moment) not in (from again)
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

-- Every edition known after this build, except earlier ones without a date.
create table published.editions as
with every as (
  select
    series,
    edition,
    revision,
    source,
    file,
    sha256,
    rows_digest,
    rows,
    (input, series) in (select (input, series) from editions.current) as current
  from intake.editions
  union all
  select series, edition, revision, source, file, sha256, rows_digest, rows, false
  from editions.known
  where edition is not null
    and (series, edition, sha256) not in (select (series, edition, sha256) from intake.editions)
)
select every.* exclude (rows_digest), event, rows_digest
from every
left join comparability.events as events
  on events.series = every.series and events.moment = edition_moment(edition, revision)
order by every.series, edition, revision, file, sha256;

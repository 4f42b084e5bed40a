-- Every edition known after this build, except earlier ones without a date.
create table published.editions as
select
  series,
  edition,
  revision,
  source,
  file,
  sha256,
  rows,
  (input, series) in (select (input, series) from editions.current) as current
from intake.editions
union all
select series, edition, revision, source, file, sha256, rows, false
from before.editions
where edition is not null
  and (series, edition, sha256) not in (select (series, edition, sha256) from intake.editions)
order by series, edition, revision, file, sha256;

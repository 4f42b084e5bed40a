-- One row per file and series, without rejected rows. `succession`: the first series of a chain of
-- successors; `turn`: position of this series in the chain, from 0. `revision`: if builds read several
-- versions of one date, the number of this version, from 1. Files of one build are parts of one version.
create table intake.editions as
with read as (
  select
    read.*,
    coalesce(succession, series) as succession,
    coalesce(turn, 0) as turn
  from editions.read
  left join intake.successions using (series)
),
known as (
  select series, edition, sha256, max(revision) as revision, max(rows_digest) as rows_digest
  from editions.known
  where edition is not null
  group by all
),
revisions as (
  select
    read.series,
    read.edition,
    case
      when bool_and(same.revision is not null) then max(same.revision)
      else coalesce(max(any_file.revision), 0) + 1
    end as revision
  from read
  left join known as same
    on same.series = read.series and same.edition = read.edition and same.sha256 = read.sha256
  left join known as any_file on any_file.series = read.series and any_file.edition = read.edition
  group by all
)
select
  read.* replace (coalesce(read.rows_digest, known.rows_digest) as rows_digest),
  revisions.revision,
  edition_moment(edition, revisions.revision) as moment,
  known.revision is not null as known
from read
join revisions using (series, edition)
left join known using (series, edition, sha256);

-- Editions of which this build reads every file, and editions without answers from an earlier build.
create table comparability.complete as
with partial as (
  select series, edition, revision
  from editions.known
  where (series, edition, sha256) not in (select (series, edition, sha256) from intake.editions)
    and (series, edition, revision) in (select (series, edition, revision) from before.comparability)
)
select distinct series, edition, revision
from intake.editions
where (series, edition, revision) not in (from partial);

-- Every row of the editions that decide, with the listing that it is of. `newest`: the row that speaks
-- for the listing, the latest by its own date, then by file and line. `said_at`: its own date, else that
-- of its edition.
create table intake.source_rows as
select
  seq,
  input,
  observations.source,
  source_id,
  observations.source || chr(10) || source_id as key,
  series,
  edition,
  moment,
  updated_at,
  coalesce(updated_at, edition_moment(edition, 1)) as said_at,
  row_number() over (
    partition by observations.source, source_id
    order by edition desc, updated_at desc nulls last, observations.file desc, line desc
  ) = 1 as newest
from intake.observations
join intake.editions using (input, series);

-- Every row of the current editions, with its listing. `newest`: the listing's latest row, by its own
-- date, then by file and line. `said_at`: the row's own date, else its edition's.
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

-- Every source row with the listing that it is of. `newest`: the row that speaks for the listing,
-- the latest by its own date, of equally new ones that of the latest edition, then the last line.
create table intake.source_rows as
select
  seq,
  input,
  observations.source,
  source_id,
  observations.source || chr(10) || source_id as key,
  updated_at,
  row_number() over (
    partition by observations.source, source_id
    order by updated_at desc nulls last, edition desc, line desc
  ) = 1 as newest
from intake.observations
join intake.inputs using (input);

-- The rows of removed farms, refused without their content.
create table removal.refused as
select
  source_rows.input,
  observations.source,
  file,
  line,
  'its farm was removed (tombstones.json)' as reason,
  '(withheld)' as raw
from intake.source_rows
join removal.listings using (key)
join intake.observations on observations.seq = source_rows.seq
where removed
order by observations.seq;

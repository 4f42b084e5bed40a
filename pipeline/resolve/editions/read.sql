-- One row per file and series that this build reads. `rows_digest`: the same for the same rows, in any order
-- and any file.
create table editions.read as
with digests as (
  select input, series, md5(string_agg(row_digest, '' order by row_digest)) as rows_digest
  from intake.rows
  group by input, series
)
select input, source, series, edition, file, sha256, rows, rows_digest
from intake.counts
join intake.inputs using (input)
left join digests using (input, series);

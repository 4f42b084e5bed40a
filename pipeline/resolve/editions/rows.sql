-- A digest of the rows of each file and series, the same in any order and any file.
create table editions.rows as
select input, series, md5(string_agg(row_digest, '' order by row_digest)) as rows_digest
from intake.rows
group by input, series;

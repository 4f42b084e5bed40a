-- The newest date of the sources, which freshness is counted from, and that of the editions that say
-- what is listed; null = none gives one.
create table merge.as_of as
select
  date_trunc('second', max(updated_at)) as as_of,
  (select max(edition) from intake.source_rows) as edition
from merge.listings
where newest and not removed;

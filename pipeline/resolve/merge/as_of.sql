-- The newest date of a listing, from which freshness is counted; without one, the newest edition's. And
-- the newest date of the current editions. null = nothing is listed.
create table merge.as_of as
select
  date_trunc('second', coalesce(max(updated_at), max(said_at))) as as_of,
  (select max(edition) from intake.source_rows) as edition
from merge.listings
where newest and not removed;

-- The newest date of a listing, which freshness is counted from, where none has a date of its own that of
-- an edition; and the newest of the editions that say what is listed. null = nothing is listed.
create table merge.as_of as
select
  date_trunc('second', coalesce(max(updated_at), max(said_at))) as as_of,
  (select max(edition) from intake.source_rows) as edition
from merge.listings
where newest and not removed;

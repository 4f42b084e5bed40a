-- The newest date of the sources, which freshness is counted from; null = none gives one.
create table merge.as_of as
select date_trunc('second', max(updated_at)) as as_of
from merge.listings
where newest and not removed;

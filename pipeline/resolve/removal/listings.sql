-- The farm of each listing of this build; listings of removed farms are marked.
create table removal.listings as
select
  * replace (removed or coalesce(farm_id in (select farm_id from removal.tombstones), false) as removed)
from identity.listings;

-- The farm of each listing of this build, those that a removal takes out marked too.
create table removal.listings as
select
  * replace (removed or coalesce(farm_id in (select farm_id from removal.tombstones), false) as removed)
from identity.listings;

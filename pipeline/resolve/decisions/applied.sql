-- The corrections of farms that the snapshot has, in the order of the file.
create table decisions.applied as
select entry, farm_id
from decisions.targets
where present
  and farm_id not in (select farm_id from removal.tombstones)
order by entry;

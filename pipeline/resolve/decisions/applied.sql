-- The corrections of farms that the snapshot has, in the order of the file.
create table decisions.applied as
select entry, targets.farm_id
from decisions.targets
join decisions.entries using (entry)
where not remove
  and present
  and targets.farm_id not in (select farm_id from removal.tombstones)
order by entry;

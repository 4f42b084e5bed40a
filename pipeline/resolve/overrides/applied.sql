-- The corrections of farms that the snapshot has, in the order of the file.
create table overrides.applied as
select entry, targets.farm_id
from overrides.targets
join overrides.entries using (entry)
where remove is null
  and present
  and targets.farm_id not in (select farm_id from removal.tombstones)
order by entry;

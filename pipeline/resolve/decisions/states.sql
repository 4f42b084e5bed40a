-- The state of each decision in force; decisions that find nothing are missing. A correction waits while its farm
-- is removed, or was delisted before this build.
create table decisions.states as
select
  entry,
  case
    when remove or (present and targets.farm_id not in (select farm_id from removal.tombstones)) then 'applied'
    else 'waits'
  end as state
from decisions.targets
join decisions.entries using (entry)
where present
  or targets.farm_id in (select farm_id from removal.tombstones)
  or targets.farm_id not in (select id from before.farms)
union all
select distinct entry, 'applied'
from match.decisions
join match.candidates as one on one.key = decisions.a
join match.candidates as other on other.key = decisions.b;

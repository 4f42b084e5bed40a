-- The rows that give a farm its values: its own, then the earlier statements that stand.
create view merge.voices as
from merge.shared_rows
union all by name
select *, 2147483647 as rank
from said.carried_rows;

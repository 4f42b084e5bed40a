-- The merged records, after corrections.
create view merge.special as
from merge.merged
where farm_id not in (select farm_id from decisions.corrected_farms)
union all
from decisions.corrected_farms;

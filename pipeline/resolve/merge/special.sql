-- The merged records, after corrections.
create view merge.special as
from merge.merged
where farm_id not in (select farm_id from overrides.corrected_farms)
union all
from overrides.corrected_farms;

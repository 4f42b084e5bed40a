-- Each entry of the file $file with the fields that it set. If several set one field, the last one
-- wins.
create table decisions.corrections as
select farm_id, entry, evidence, reason, $file as file, list(field order by field) as fields
from (
  from decisions.corrected_fields
  qualify row_number() over (partition by farm_id, field order by entry desc) = 1
)
group by all;

create table provenance as
select farm_id, source, source_id, file, line, updated_at, corrections
from listings
order by farm_id, source, source_id, seq;

-- One farm for each (source, source_id): its newest listing, or of equally new ones the last read.
-- Every other listing of it is merged: counted, and kept in the provenance.
create table listings as
select
  *,
  row_number() over (
    partition by farm_id
    order by updated_at desc nulls last, seq desc
  ) = 1 as used
from observations;

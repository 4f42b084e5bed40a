-- The rows of farms with several listings, with corrections, or with values of earlier listings.
create table merge.shared_rows as
select listings.*, observations.* exclude (seq, input, source, source_id, updated_at)
from merge.listings
join letters.observations using (seq)
where
  speaks
  and listings.farm_id in (
    select farm_id from merge.listings where rank > 1
    union all
    select farm_id from decisions.applied
    union all
    select farm_id from said.carried
  );

-- Columns computed over all listings of a farm.
create table merge.wholes as
with sources as (
  select farm_id, list(distinct source order by source) as sources
  from merge.listings
  where newest
  group by farm_id
),
dated as (
  select
    shared_rows.*,
    publisher,
    said_at >= (select as_of from merge.as_of) - interval 3 years as in_time
  from merge.shared_rows
  join intake.inputs on inputs.input = shared_rows.input
)
select
  farm_id,
  any_value(sources) as sources,
  max(updated_at) as updated_at,
  bool_or(synthetic) as synthetic,
  case
    when bool_or(verification_status = 'verified' and in_time) then 'verified'
    -- A scraped row repeats other publishers, so it does not count as a source.
    when count(distinct publisher) filter (in_time and verification_status <> 'unverified') > 1
      then 'verified'
    when bool_or(verification_status = 'self_reported' and in_time) then 'self_reported'
    else arg_min(verification_status, rank)
  end as verification_status
from dated
join sources using (farm_id)
group by farm_id;

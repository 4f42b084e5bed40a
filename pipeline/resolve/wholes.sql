-- What holds of a farm over all its listings. $as_of: the newest date of the sources.
with sources as (
  select farm_id, list(distinct source order by source) as sources
  from listings
  where newest
  group by farm_id
),
told as (
  select
    special_rows.*,
    publisher,
    coalesce(updated_at >= $as_of::timestamptz - interval 3 years, true) as in_time,
    coalesce(updated_at, retrieved_at) >= $as_of::timestamptz - interval 3 years as confirmed
  from special_rows
  join inputs on inputs.input = special_rows.input
)
select
  farm_id,
  any_value(sources) as sources,
  max(updated_at) as updated_at,
  bool_or(synthetic) as synthetic,
  case
    when bool_or(verification_status = 'verified' and in_time) then 'verified'
    when count(distinct publisher) filter (confirmed) > 1 then 'verified'
    when bool_or(verification_status = 'self_reported' and in_time) then 'self_reported'
    else arg_min(verification_status, rank)
  end as verification_status
from told
join sources using (farm_id)
group by farm_id

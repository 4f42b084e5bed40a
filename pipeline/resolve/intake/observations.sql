-- The listed rows. A point that unrelated addresses share is doubtful.
-- `hours_confirmed_at`: the row's own date, or that of its edition if it is earlier or the only one.
create view intake.observations as
select
  rows.* replace (
    case when reason is null then location_precision else 'doubtful' end as location_precision,
    case when reason is null then corrections else list_append(corrections, reason) end as corrections
  ),
  case when hours is not null or hours_json is not null
    then if(updated_at::date <= edition, updated_at, edition_moment(edition, 1))
  end as hours_confirmed_at
from intake.rows
join editions.current using (input, series)
join intake.inputs using (input)
left join (select seq, reason from intake.shared_points) as shared using (seq);

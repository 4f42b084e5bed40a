-- The listed rows. A point that unrelated addresses share is doubtful.
create view intake.observations as
select
  rows.* replace (
    case when reason is null then location_precision else 'doubtful' end as location_precision,
    case when reason is null then corrections else list_append(corrections, reason) end as corrections
  ),
  stated_at(updated_at, edition) as stated_at,
  case when hours is not null or hours_json is not null then stated_at end as hours_confirmed_at
from intake.rows
join editions.current using (input, series)
join intake.inputs using (input)
left join (select seq, reason from intake.shared_points) as shared using (seq);

-- What is listed, row by row; a point that unrelated addresses share is doubtful.
create view intake.observations as
select
  rows.* replace (
    case when reason is null then location_precision else 'doubtful' end as location_precision,
    case when reason is null then corrections else list_append(corrections, reason) end as corrections
  )
from intake.rows
join editions.current using (input, series)
left join (select seq, reason from intake.shared_points) as shared using (seq);

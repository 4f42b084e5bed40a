-- What was read, row by row; a point that unrelated addresses share is doubtful.
create view intake.observations as
select
  rows.* replace (
    case when reason is null then location_precision else 'doubtful' end as location_precision,
    case when reason is null then corrections else list_append(corrections, reason) end as corrections
  )
from intake.rows
left join (select seq, reason from intake.shared_points) as shared using (seq);

-- What each listing last said, for the next build and for researchers.
create view published.values as
select
  farms.farm_id,
  field_group,
  said_at,
  statements.edition,
  coalesce(statements.seq in (select seq from intake.source_rows), false) as current,
  carried.seq is not null as carried,
  source,
  source_id,
  holder,
  licence,
  file,
  line,
  content
from said.statements
join said.farms using (source, source_id, holder)
left join (select source, source_id, holder, field_group, seq from said.carried) as carried
  using (source, source_id, holder, field_group)
order by farm_id, field_group, said_at desc, source, source_id, holder;

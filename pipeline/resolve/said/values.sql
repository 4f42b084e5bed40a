-- The newest statements of each listing, for the next build and for researchers.
create view published.values as
select
  farms.farm_id,
  field_group,
  said_at,
  statements.edition,
  listed.seq is not null as current,
  carried.seq is not null and listed.seq is null as carried,
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
left join (select seq from intake.source_rows) as listed on listed.seq = statements.seq
order by farm_id, field_group, said_at desc, source, source_id, holder;

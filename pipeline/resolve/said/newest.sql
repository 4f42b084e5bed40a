-- The newest statement of each listing about each group: of the latest edition that has it.
-- `seq`: its row, if read in this build; else `content` is from the last snapshot.
create table said.newest as
with read as (
  select source, source_id, holder, field_group, arg_max(seq, {moment: moment, seq: seq}) as seq
  from said.groups
  join said.rows using (seq)
  group by all
),
dated as (
  select read.*, edition, moment, said_at
  from read
  join said.rows using (seq)
),
past as (
  select *, edition_moment(edition, 1) as moment
  from before.values
)
select
  source,
  source_id,
  holder,
  field_group,
  if(stands, past.edition, dated.edition) as edition,
  if(stands, past.moment, dated.moment) as moment,
  if(stands, past.said_at, dated.said_at) as said_at,
  if(stands, null, dated.seq) as seq,
  if(stands, past.file, every.file) as file,
  if(stands, past.line, every.line) as line,
  if(stands, past.licence, inputs.licence) as licence,
  if(stands, content, null) as content
from dated
full join past using (source, source_id, holder, field_group)
cross join lateral (
  select dated.seq is null or coalesce(past.moment > dated.moment, false) as stands
) as whose
left join intake.rows as every on every.seq = dated.seq
left join intake.inputs on inputs.input = every.input;

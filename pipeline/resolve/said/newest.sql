-- The newest statement of each listing about each group: of the latest edition that has it.
-- `seq`: its row, if read in this build; else `content` is from the last snapshot.
create table said.newest as
with every as (
  select
    rows.source,
    rows.source_id,
    rows.holder,
    field_group,
    rows.edition,
    rows.moment,
    rows.said_at,
    seq,
    file,
    line,
    licence,
    null::json as content
  from said.groups
  join said.rows using (seq)
  join intake.rows as read using (seq)
  join intake.inputs on inputs.input = read.input
  union all
  select
    source,
    source_id,
    holder,
    field_group,
    edition,
    edition_moment(edition, 1),
    said_at,
    null,
    file,
    line,
    licence,
    content
  from before.values
)
from every
qualify row_number() over (
  partition by source, source_id, holder, field_group
  order by moment desc, seq desc nulls last
) = 1;

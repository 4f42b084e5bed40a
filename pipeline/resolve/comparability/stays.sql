-- Stretches of editions in which a series lists a farm, by any of its listings.
create table comparability.stays as
with runs as (
  select series, farm_id, first_position, last_position
  from panel.runs
  join said.farms using (source, source_id, holder)
),
marked as (
  select *, coalesce(
    first_position <= 1 + max(last_position) over (
      partition by series, farm_id
      order by first_position, last_position
      rows between unbounded preceding and 1 preceding
    ),
    false
  ) as goes_on
  from runs
),
begun as (
  select *, count(*) filter (not goes_on) over (
    partition by series, farm_id
    order by first_position, last_position
    rows between unbounded preceding and current row
  ) as stay
  from marked
)
select series, min(first_position) as first_position, max(last_position) as last_position
from begun
group by series, farm_id, stay;

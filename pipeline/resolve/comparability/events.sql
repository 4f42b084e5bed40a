-- The event of each edition, the first that applies:
--
-- - `first`: no earlier edition of the series is known; `migration`: the series also succeeds another;
-- - `purge`: more than a quarter of the farms of the edition before left, and more than 20;
-- - `change of columns`: a column came or went that 1 % of the rows fill;
-- - `normal`, if the columns of both editions are known; otherwise null.
create table comparability.events as
with arrivals as (
  select series, first_position as position, count(*) as came
  from comparability.stays
  group by all
),
departures as (
  select series, last_position + 1 as position, count(*) as gone
  from comparability.stays
  group by all
),
steps as (
  select
    series, moment, position,
    lag(moment) over in_time as moment_before,
    coalesce(gone, 0) as gone,
    -- farms of the edition before
    sum(coalesce(came, 0)) over before - coalesce(sum(coalesce(gone, 0)) over before, 0) as farms
  from panel.editions
  left join arrivals using (series, position)
  left join departures using (series, position)
  window
    in_time as (partition by series order by position),
    before as (
      partition by series
      order by position
      rows between unbounded preceding and 1 preceding
    )
),
changed as (
  select distinct steps.series, steps.moment
  from steps
  join comparability.columns as columns
    on columns.series = steps.series and columns.moment in (steps.moment, moment_before)
  where filled >= 0.01
    and (columns.series, columns.name, if(columns.moment = steps.moment, moment_before, steps.moment))
      not in (select (series, name, moment) from comparability.columns)
),
known as (
  select distinct series, edition_moment(edition, revision) as moment
  from published.comparability
)
select
  series,
  steps.moment,
  case
    when moment_before is null then if(coalesce(turn, 0) > 0, 'migration', 'first')
    when gone > 20 and gone > 0.25 * farms then 'purge'
    when (series, moment_before) not in (from known) or (series, steps.moment) not in (from known)
      then null
    when (series, steps.moment) in (from changed) then 'change of columns'
    else 'normal'
  end as event
from steps
left join intake.successions using (series);

-- The fields of each edition. Editions that this build does not read, or only in part, stay as they were.
create table published.comparability as
with files as (
  select series, edition, revision, input
  from intake.editions
  join comparability.complete using (series, edition, revision)
),
answers as (
  select series, edition, revision, field, answers.rows, stated, "no", true as has_columns
  from files
  join intake.answers as answers using (input)
  union all by name
  select
    series, edition, revision, field, answers.rows, stated, "no",
    false as has_columns
  from files
  join comparability.read_answers as answers using (input, series)
),
file_rows as (
  select series, edition, revision, sum(rows)::integer as rows
  from (
    select distinct series, edition, revision, input, coalesce(answers.rows, read.rows) as rows
    from files
    left join (select distinct input, rows from intake.answers) as answers using (input)
    left join (select distinct input, series, rows from comparability.read_answers) as read
      using (input, series)
  )
  group by all
),
by_field as (
  select
    series, edition, revision, field,
    sum(stated) as stated,
    sum("no") as "no",
    bool_or(has_columns or stated + "no" > 0) as asked
  from answers
  group by all
),
cells as (
  select series, edition, revision, field, name, sum(stated)::integer as stated, sum("no")::integer as "no"
  from files
  join intake.column_answers using (input)
  group by all
),
by_column as (
  select
    series, edition, revision, field,
    list(name order by name) as columns,
    map(list(name order by name), list(stated order by name)) as stated_by_column,
    map(list(name order by name), list("no" order by name)) as no_by_column,
    map(list(name order by name), list(rows - stated - "no" order by name)) as blank_by_column
  from cells
  join file_rows using (series, edition, revision)
  group by all
),
counted as (
  select
    series, edition, revision, field, place, file_rows.rows,
    case
      when by_field.asked then true
      when by_field.field is null then false
    end as asked,
    columns,
    if(by_field.asked, stated::integer, null) as stated,
    if(by_field.asked, "no"::integer, null) as "no",
    if(by_field.asked, (file_rows.rows - stated - "no")::integer, null) as blank,
    stated_by_column, no_by_column, blank_by_column
  from file_rows
  cross join comparability.fields
  left join by_field using (series, edition, revision, field)
  left join by_column using (series, edition, revision, field)
),
every as (
  select
    * exclude (place),
    case
      when not asked then 'not asked'
      when "no" > 0 then 'no or no answer'
      when asked then 'no answer'
    end as missing_means
  from counted
  union all by name
  from before.comparability
  where (series, edition, revision) not in (from comparability.complete)
)
select every.*
from every
join comparability.fields using (field)
order by series, edition, revision, place;

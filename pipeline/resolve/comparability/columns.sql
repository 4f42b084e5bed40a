-- The columns of each edition by name, with the share of rows that fill them.
create table comparability.columns as
with cells as (
  select
    series, edition, revision, rows,
    unnest(map_keys(blank_by_column)) as name,
    unnest(map_values(blank_by_column)) as blank
  from published.comparability
)
select
  series,
  edition_moment(edition, revision) as moment,
  regexp_replace(lower(name), '[^a-z0-9]', '', 'g') as name,
  max(1 - blank / greatest(rows, 1)) as filled
from cells
group by all;

-- The rows with `seasons`: the first and last day of each season in their hours.
create view panel.said as
select
  *,
  nullif(
    list_sort(list_distinct(list_transform(
      list_filter(
        from_json(hours_json -> '$.seasons', '[{"from": "VARCHAR", "to": "VARCHAR"}]'),
        lambda season: coalesce(season.from, season.to) is not null
      ),
      lambda season: coalesce(season.from, '..') || '/' || coalesce(season.to, '..')
    ))),
    []
  ) as seasons
from intake.rows;

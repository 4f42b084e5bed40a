-- The share of earlier statements that were still right when the listing stated the group again: a test of
-- carried values. By subject and age of the statement, over one pair of statements of each listing, the
-- farthest apart of that age. Rows without an own date are left out, since they are not known to be renewed.
-- `right`: mean share of the earlier terms that are said again. The terms of hours are weekly times, whatever
-- the season; a website is the same or not. Credit cards do not count, since USDA's later forms do not ask.
-- `low`, `high`: Wilson's interval of 95 %, listings counted as independent.
create table said.accuracy as
with own as (
  select rows.seq, rows.source, rows.source_id, rows.holder, rows.said_at
  from said.rows
  join intake.rows as read using (seq)
  where updated_at is not null
),
-- Few listings have several dates; their rows are much smaller than all.
often as (
  select source, source_id, holder
  from own
  group by all
  having min(said_at) < max(said_at)
),
dated as materialized (
  select own.*, products, payment_methods, hours_json, weekdays, website
  from own
  join intake.rows as read using (seq)
  semi join often
    on often.source = own.source and often.source_id = own.source_id and often.holder = own.holder
),
statements as (
  select source, source_id, holder, said_at, 'products' as subject, products as terms
  from dated
  where len(products) > 0
  union all
  select source, source_id, holder, said_at, 'payment_methods', terms
  from (select *, list_filter(payment_methods, lambda each: each <> 'credit card') as terms from dated)
  where len(terms) > 0
  union all
  select source, source_id, holder, said_at, 'weekdays', weekdays
  from dated
  where len(weekdays) > 0
  union all
  select source, source_id, holder, said_at, 'hours', weekly
  from (select *, list_distinct((hours_json -> '$.seasons[*].weekly')::varchar[]) as weekly from dated)
  where len(weekly) > 0
  union all
  select source, source_id, holder, said_at, 'website', [regexp_replace(lower(website), '^https?://(www\.)?|/+$', '', 'g')]
  from dated
  where website is not null
),
repeated as (
  from (
    select distinct on (source, source_id, holder, subject, said_at) *
    from statements
  )
  qualify count(*) over (partition by source, source_id, holder, subject) > 1
),
pairs as (
  select
    source,
    source_id,
    holder,
    subject,
    case
      when later.said_at < one.said_at + interval 1 year then 'within_1_year'
      when later.said_at < one.said_at + interval 3 years then '1_to_3_years'
      else 'over_3_years'
    end as age,
    later.said_at - one.said_at as apart,
    len(list_intersect(one.terms, later.terms)) / len(one.terms) as still
  from repeated as one
  join repeated as later using (source, source_id, holder, subject)
  where later.said_at > one.said_at
),
farthest as (
  select subject, age, arg_max(still, apart) as still
  from pairs
  group by source, source_id, holder, subject, age
),
means as (
  select subject, age, count(*)::integer as listings, avg(still) as p, 1.96 as z
  from farthest
  group by all
)
select
  subject,
  age,
  listings,
  round(p, 3) as "right",
  round((p + z * z / (2 * listings) - z * sqrt(p * (1 - p) / listings + z * z / (4 * listings * listings))) / (1 + z * z / listings), 3) as low,
  round((p + z * z / (2 * listings) + z * sqrt(p * (1 - p) / listings + z * z / (4 * listings * listings))) / (1 + z * z / listings), 3) as high
from means
order by
  list_position(['products', 'payment_methods', 'weekdays', 'hours', 'website'], subject),
  list_position(['within_1_year', '1_to_3_years', 'over_3_years'], age);

-- Every row read: one per listing and edition, the newest then.
--
-- A row of an edition that was never the newest belongs to the farm that had its id at that date,
-- according to the registry. If a farm with that id was removed, the row is left out.
create table said.rows as
with spoke as (
  select seq, max(holder) as holder
  from (
    from carried.holders
    union all
    select seq, holder from removal.listings
  )
  group by seq
),
rows as (
  select
    seq,
    rows.source,
    source_id,
    rows.series,
    editions.edition,
    editions.moment,
    stated_at(rows.updated_at, editions.edition) as said_at,
    holder
  from intake.rows as rows
  join intake.editions as editions using (input, series)
  left join spoke using (seq)
),
silent as (
  select rows.* exclude (holder), read.updated_at, read.file, read.line
  from rows
  join intake.rows as read using (seq)
  anti join (from rows where holder is not null) as spoken
    on spoken.source = rows.source
    and spoken.source_id = rows.source_id
    and spoken.series = rows.series
    and spoken.moment = rows.moment
  where rows.holder is null
    and (rows.source, rows.source_id) not in (select (source, source_id) from removal.kept_listings)
),
late as (
  select
    seq,
    coalesce(arg_max(holder, first_seen) filter (first_seen <= moment), min(holder)) as holder
  from silent
  join said.farms using (source, source_id)
  group by seq
)
from rows
where holder is not null
union all by name
select silent.* exclude (updated_at, file, line), holder
from silent
join late using (seq)
qualify row_number() over (
  partition by source, source_id, series, moment
  order by updated_at desc nulls last, file desc, line desc
) = 1;

-- Every source row with its farm and its rank within the farm.
-- `speaks`: the newest listing of its farm, source, place type and authority.
-- `rank`: order of precedence, from 1: listings at most three years older than the farm's newest;
-- agency, operator, crowd; the newest; then by name. Scraped rows of any publisher rank with the
-- crowd.
-- `used`: the row that leads its farm, one per farm.
create table merge.listings as
with shared as (
  select farm_id
  from removal.listings
  where not removed
  group by farm_id
  having count(*) > 1
),
shared_rows as (
  select
    seq,
    farm_id,
    source_rows.source,
    source_rows.source_id,
    said_at,
    place_type,
    case when verification_status = 'unverified' then $crowd else authority end as authority
  from shared
  join removal.listings as identity using (farm_id)
  join intake.source_rows using (seq)
  join intake.observations using (seq)
  join intake.inputs on inputs.input = source_rows.input
  where not removed
),
speaking as (
  select
    *,
    row_number() over (
      partition by farm_id, source, place_type, authority
      order by said_at desc, source_id desc
    ) = 1 as speaks,
    max(said_at) over (partition by farm_id) as newest_at
  from shared_rows
),
ranked as (
  select
    seq,
    speaks,
    row_number() over (
      partition by farm_id
      order by
        not speaks,
        said_at < newest_at - interval 3 years,
        authority,
        said_at desc,
        source,
        source_id
    )::integer as rank
  from speaking
)
select
  source_rows.seq,
  source_rows.input,
  source_rows.key,
  source_rows.source,
  source_rows.source_id,
  source_rows.updated_at,
  source_rows.said_at,
  identity.farm_id,
  identity.removed,
  newest,
  newest and not removed and coalesce(speaks, true) as speaks,
  coalesce(rank, 1) as rank,
  newest and not removed and coalesce(rank, 1) = 1 as used
from intake.source_rows
join removal.listings as identity using (key)
left join ranked on ranked.seq = source_rows.seq;

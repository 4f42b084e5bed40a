-- Changes since the previous snapshot, and their causes.
-- $previous: its id. $other_vocabulary, $other_pipeline: true if another version made it.
-- $read_by_vocabulary: the fields, of farms and product listings, that a vocabulary translates.
create table published.changes as
with touched_farms as (
  select distinct unnest([farm_now, farm_before]) as farm_id from changes.touched
),
before as (
  select id as farm_id from before.farms
),
now as (
  select id as farm_id from published.farms
),
parted as (
  select farm_id, successor_id
  from published.lineage
  where event = 'split'
    and snapshot is null
    and successor_id in (select farm_id from now)
    and successor_id not in (select farm_id from before)
),
joined as (
  select farm_id, successor_id
  from published.lineage
  where event = 'merged' and snapshot is null and farm_id in (select farm_id from before)
),
-- `other_id`: the other farm of a merger or split.
of_farms(farm_id, change, before, after, other_id) as (
  select farm_id, 'added', null, null, null
  from now
  where farm_id not in (select farm_id from before)
    and farm_id not in (select successor_id from parted)
  union all
  select farm_id, 'removed', null, null, null
  from before
  where farm_id not in (select farm_id from now)
    and farm_id not in (select farm_id from joined)
  union all
  select farm_id, 'merged', null, to_json(successor_id)::varchar, successor_id from joined
  union all
  select successor_id, 'split', to_json(farm_id)::varchar, null, farm_id from parted
),
-- The farms of listings that a merge or split names, before or now.
named as (
  select farm_id
  from removal.listings
  join decisions.listings using (key)
  union
  select farm_id
  from before.registry
  join decisions.listings on listings.key = registry.source || chr(10) || registry.source_id
),
regrouped as (
  select unnest([farm_id, other_id]) as farm_id
  from of_farms
  where farm_id in (select farm_id from named) and other_id in (select farm_id from named)
  union
  -- A listing that a merge or split names went from one farm to another, and both stay.
  select unnest([registry.farm_id, listings.farm_id])
  from before.registry
  join removal.listings on listings.key = registry.source || chr(10) || registry.source_id
  join decisions.listings as decided using (key)
  where last_seen is null and registry.farm_id <> listings.farm_id
),
-- The listings behind each changed field, in both snapshots.
spoken_fields as (
  from (
    select 'now' as side, farm_id, source, source_id, carried, fields from published.provenance
    union all
    select 'before', farm_id, source, source_id, carried, fields from before.provenance
  )
  select side, farm_id, source, carried, source || chr(10) || source_id as key, unnest(fields) as field
  where farm_id in (select farm_id from changes.farms)
),
spoken as (
  select
    farm_id,
    case when field = 'lat' then 'location' else field end as field,
    list(key order by key) filter (side = 'now')
      is not distinct from list(key order by key) filter (side = 'before') as by_the_same,
    bool_or(source in ('decision', 'override')) as decided,
    bool_or(side = 'now' and carried) as carried,
    bool_or(side = 'before' and carried) as was_carried,
    bool_or(key in (select key from changes.touched)) as says_otherwise
  from spoken_fields
  group by all
),
described as (
  from changes.field_values
  union all by name
  from changes.listing_values
  union all by name
  from of_farms
)
select
  farm_id,
  change,
  field,
  before,
  after,
  case
    when decided then 'decision'
    when change = 'removed' and farm_id in (select farm_id from removal.tombstones) then 'decision'
    when change = 'added'
      and farm_id in (select farm_id from before.lineage where event = 'removed')
      then 'decision'
    when other_id is not null and farm_id in (select farm_id from regrouped) then 'decision'
    when carried and not (was_carried and by_the_same) then 'carried'
    when says_otherwise then 'source'
    when farm_id in (select farm_id from regrouped) then 'decision'
    when by_the_same is not true
      and (farm_id in (select farm_id from touched_farms) or other_id in (select farm_id from touched_farms))
      then 'source'
    -- If no source row changed, the reading did; or a date has passed to which all are compared.
    when $other_vocabulary
      and (list_contains($read_by_vocabulary, coalesce(listing_change, field)) or not $other_pipeline)
      then 'vocabulary'
    when $other_pipeline then 'pipeline version'
    else 'source'
  end as cause,
  $previous as previous_snapshot,
  listing,
  listing_change
from described
left join spoken using (farm_id, field)
order by farm_id, change, field, listing, listing_change;

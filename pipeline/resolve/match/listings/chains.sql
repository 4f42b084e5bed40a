-- A chain: a name that a source lists at several places in one edition. A name with more than
-- $block_cap listings counts as a chain without a look at its places.
create table match.chains as
with named as (
  select source, name_key, state, count(*) as listings
  from match.listings
  where core <> []
  group by all
  having count(*) > 1
),
held as (
  select id, source, name_key, state, lat, lng, house, days, unnest(edition) as edition
  from match.listings
  join named using (source, name_key, state)
  where listings <= $block_cap
)
select id
from match.listings
join named using (source, name_key, state)
where listings > $block_cap
union
select a.id
from held as a
join held as b using (source, name_key, state, edition)
where a.id <> b.id
  and not (
    a.days = b.days and (a.house = b.house or distance_km(a.lat, a.lng, b.lat, b.lng) <= 0.3)
  );

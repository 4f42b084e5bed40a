-- Candidate pairs: listings that share a key. A key of more than $block_cap listings is skipped; so is a
-- key whose listings are all in the same editions, since the first veto keeps those apart. So one
-- listing of each pair is minor, and only the keys of minor listings are looked up: a large feed beside
-- a small list costs little more than the list.
-- home: true for a listing's own cell; minor listings are in the neighboring cells too.
create table match.pairs as
with words as (
  select id, standing, minor, zip, town, state, unnest(core) as word
  from match.listings
),
keys as not materialized (
  select id, standing, minor, hash('phone', phone) as block, true as home
  from match.listings
  where phone is not null
  union all
  select id, standing, minor, hash('email', email), true
  from match.listings
  where email is not null
  union all
  select id, standing, minor, hash('site', site), true
  from match.listings
  where site is not null
  union all
  select id, standing, minor, hash('farm', farm_id), true
  from match.listings
  where farm_id is not null
  union all
  select id, standing, minor, hash('address', house, street[1], coalesce(zip, town || state)), true
  from match.listings
  where house is not null
  union all
  select id, standing, minor, hash('name', core_key, state), true
  from match.listings
  where core <> []
  union all
  select id, standing, minor, hash('town', name_key, town, state), true
  from match.listings
  where town <> ''
  union all
  select id, standing, minor, hash('word and zip', word, zip), true
  from words
  where zip is not null
  union all
  select id, standing, minor, hash('word and town', word, town, state), true
  from words
  where town <> ''
  union all
  select id, standing, minor, hash('cell', near), true
  from match.cells
  union all
  select id, standing, minor, hash('cell', neighbor), false
  from match.cells
  join match.neighbors on cell = near
  where minor
  union all
  select id, standing, minor, hash('word and cell', word, region), true
  from words
  join (select id, region from match.cells) as cells using (id)
  union all
  select id, standing, minor, hash('word and cell', word, neighbor), false
  from words
  join (select id, region from match.cells) as cells using (id)
  join match.neighbors on cell = region
  where minor
),
kept as (
  select id, block, home, standing
  from keys
  where block in (select block from keys where minor)
),
blocks as (
  select block
  from kept
  group by block
  having count(*) between 2 and $block_cap and min(standing) <> max(standing)
),
pairs as (
  select distinct least(a.id, b.id) as a, greatest(a.id, b.id) as b
  from kept as a
  join blocks using (block)
  join kept as b using (block)
  where a.home and a.id <> b.id and a.standing <> b.standing
)
select a, b
from pairs
join match.listings as one on one.id = pairs.a
join match.listings as other on other.id = pairs.b
where not (one.source = other.source and list_has_any(one.edition, other.edition));

-- Pairs in the same edition of one source that may be one listing entered twice. Both are in one ZIP
-- code or town, and have the same name, the same house, or the same days and a common word in their
-- names. The first veto decides which pairs are one listing.
create table match.twins as
with places as (
  select id, zip as place
  from match.listings
  where zip is not null
  union all
  select id, town || state
  from match.listings
  where town <> ''
),
keys as (
  select id, hash('name', source, place, name_key) as block
  from places
  join match.listings using (id)
  union all
  select id, hash('house', source, place, house)
  from places
  join match.listings using (id)
  where house is not null
  union all
  select id, hash('days', source, place, days, unnest(core))
  from places
  join match.listings using (id)
  where days <> []
),
blocks as (
  select block
  from keys
  group by block
  having count(*) between 2 and $block_cap
),
sharing as (
  select distinct a.id as a, b.id as b
  from keys as a
  join blocks using (block)
  join keys as b using (block)
  where a.id < b.id
)
select a, b
from sharing
join match.listings as one on one.id = a
join match.listings as other on other.id = b
where list_has_any(one.edition, other.edition);

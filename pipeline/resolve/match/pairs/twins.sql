-- Pairs that are in the same edition of one source and may be one listing entered twice: the same
-- words of their own, or the same name, in one ZIP code or town, and the same house or name. Whether
-- nothing but the spelling differs, the first veto decides.
create table match.twins as
with keys as (
  select id, hash('zip', source, own_key, state, zip) as block
  from match.listings
  where zip is not null
  union all
  select id, hash('town', source, own_key, state, town)
  from match.listings
  where town <> ''
  union all
  select id, hash('name', source, name_key, state, zip)
  from match.listings
  where zip is not null
),
blocks as (
  select block
  from keys
  group by block
  having count(*) between 2 and $block_cap
)
select distinct one.id as a, other.id as b
from keys as a
join blocks using (block)
join keys as b using (block)
join match.listings as one on one.id = a.id
join match.listings as other on other.id = b.id
where one.id < other.id
  and list_has_any(one.edition, other.edition)
  and (one.name_key = other.name_key or one.house = other.house);

-- The cluster of every candidate, named by its smallest key.
create table match.clusters as
with several as (
  select member.key, first.key as cluster
  from match.joined
  join match.listings as member using (id)
  join match.listings as first on first.id = joined.smallest
)
select candidates.key, coalesce(several.cluster, candidates.key) as cluster
from match.candidates left join several using (key);

-- The cluster of every candidate, under its smallest key.
create or replace table clusters as
with several as (
  select member.key, first.key as cluster
  from match_clusters
  join match_listings as member using (id)
  join match_listings as first on first.id = match_clusters.smallest
)
select candidates.key, coalesce(several.cluster, candidates.key) as cluster
from candidates left join several using (key);

-- Competing claims, strongest first. A listing of this build that had the farm id before wins over a similar one;
-- of similar ones, the most similar, then the latest; then the older farm wins, then one that was no part of
-- another; among parts of one farm, the oldest, then the one with the listing that gave the farm its id.
create table identity.contested as
with likeness as (
  select one.cluster, known.farm_id, max(score) as score
  from (
    select a as old, b as new, score from match.matches
    union all
    select b, a, score from match.matches
  ) as pairs
  join history.known on known.key = pairs.old and not known.present
  join match.clusters as one on one.key = pairs.old
  join intake.source_rows on source_rows.newest and source_rows.key = pairs.new
  group by all
)
select
  cluster,
  farm_id,
  row_number() over (
    order by
      present desc,
      case when present then null else -score end nulls last,
      case when present then null else until end desc nulls last,
      farm_since,
      since,
      farm_id in (select successor_id from carried.lineage where event = 'split'),
      farm_id,
      list_contains(first_ids, farm_id) desc,
      cluster
  ) as turn
from identity.claims
join identity.live_clusters using (cluster)
left join likeness using (cluster, farm_id)
where not removed and not sole;

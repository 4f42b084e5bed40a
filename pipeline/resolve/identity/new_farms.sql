-- Clusters without an earlier farm, with the id made from their first listing. `taken`: another farm has
-- or had that id. A cluster that claims only removed farms stays out.
create table identity.new_farms as
select
  live_clusters.cluster,
  live_clusters.source,
  live_clusters.source_id,
  first_id,
  coalesce(known.holder, 0) > 1
    or reused.source is not null
    or first_id in (select farm_id from history.known) as taken,
  greatest(coalesce(known.holder, 1) + case when reused.source is null then 0 else 1 end, 2)::integer as turn
from identity.live_clusters
left join history.reused using (source, source_id)
left join history.known on known.latest and known.source = live_clusters.source and known.source_id = live_clusters.source_id
where live_clusters.cluster not in (select cluster from identity.granted)
  and live_clusters.cluster not in (select cluster from identity.reissued)
  and live_clusters.cluster not in (select cluster from identity.former)
  and live_clusters.cluster not in (select cluster from identity.claims group by cluster having bool_and(removed));

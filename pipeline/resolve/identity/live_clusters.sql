-- Clusters with at least one listing of this build that belongs to no removed farm.
create table identity.live_clusters as
select
  cluster,
  arg_min(source_rows.source, source_rows.key) as source,
  arg_min(source_rows.source_id, source_rows.key) as source_id,
  arg_min(first_id, source_rows.key) as first_id,
  list(first_id) as first_ids,
  min(source_rows.key) as key
from intake.source_rows
join intake.observations using (seq)
join match.clusters on clusters.key = source_rows.key
left join history.known on known.present and known.key = source_rows.key
where newest and known.removed is not true
group by cluster;

-- The farm of each listing of this build. `removed`: it stays out. `first_seen`: the date of the first
-- edition that lists it.
create table identity.listings as
with kept_out as (
  select cluster, min(farm_id) as farm_id
  from identity.claims
  group by cluster
  having bool_and(removed)
)
select
  source_rows.key,
  clusters.cluster,
  source_rows.seq,
  case
    when known.removed then known.farm_id
    else coalesce(assigned.farm_id, kept_out.farm_id)
  end as farm_id,
  coalesce(known.removed, false) or kept_out.cluster is not null as removed,
  coalesce(reused.holder + 1, known.holder, 1) as holder,
  source_rows.series,
  true as dated,
  least(source_rows.moment, case when known.dated then known.first_seen end) as first_seen
from intake.source_rows
join match.clusters on clusters.key = source_rows.key
left join identity.assigned using (cluster)
left join kept_out on kept_out.cluster = clusters.cluster
left join history.known on known.present and known.key = source_rows.key
left join history.reused on reused.source = source_rows.source and reused.source_id = source_rows.source_id
where newest;

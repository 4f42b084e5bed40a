-- The farm of each listing of this build. `removed`: it stays out.
create table identity as
with kept_out as (
  select cluster, min(farm_id) as farm_id
  from claims
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
  known.first_seen
from source_rows
join clusters on clusters.key = source_rows.key
left join assigned using (cluster)
left join kept_out on kept_out.cluster = clusters.cluster
left join known on known.present and known.key = source_rows.key
left join reused on reused.source = source_rows.source and reused.source_id = source_rows.source_id
where newest;

-- Farms of before that are now part of another one: none goes on under their id, and what they
-- claimed does under that.
create table mergers as
select
  claims.farm_id,
  arg_min(
    assigned.farm_id,
    {absent: not present, since: since, cluster: claims.cluster}
  ) as successor_id
from claims
join assigned using (cluster)
where not removed
  and claims.farm_id not in (select farm_id from assigned)
group by claims.farm_id;

-- Farms of which a part goes on under an id of its own.
create table splits as
select
  arg_min(claims.farm_id, {absent: not present, since: farm_since, farm: claims.farm_id}) as farm_id,
  assigned.farm_id as successor_id
from claims
join assigned using (cluster)
where not removed
group by assigned.farm_id
having bool_and(claims.farm_id <> assigned.farm_id);

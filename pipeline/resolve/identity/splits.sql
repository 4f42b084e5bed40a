-- Farms of which one part now has its own id.
create table identity.splits as
select
  arg_min(claims.farm_id, {absent: not present, since: farm_since, farm: claims.farm_id}) as farm_id,
  assigned.farm_id as successor_id
from identity.claims
join identity.assigned using (cluster)
where not removed
group by assigned.farm_id
having bool_and(claims.farm_id <> assigned.farm_id);

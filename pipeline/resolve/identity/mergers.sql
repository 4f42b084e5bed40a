-- Farms of before that are now part of another one: none goes on under their id, and what they
-- claimed does under that.
create table identity.mergers as
select
  claims.farm_id,
  arg_min(
    assigned.farm_id,
    {absent: not present, since: since, cluster: claims.cluster}
  ) as successor_id
from identity.claims
join identity.assigned using (cluster)
where not removed
  and claims.farm_id not in (select farm_id from identity.assigned)
group by claims.farm_id;

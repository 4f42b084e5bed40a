-- Earlier farms that are now part of another farm, which is their successor.
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

-- Where a cluster claims one farm and no other cluster does, it is that.
create table identity.sole as
select cluster, farm_id
from identity.claims
where not removed
qualify count(*) over (partition by cluster) = 1 and count(*) over (partition by farm_id) = 1;

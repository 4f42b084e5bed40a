-- The farm of each listing and of each former holder of its id; removed farms are left out.
create table said.farms as
select source, source_id, holder, farm_id, first_seen
from published.registry;

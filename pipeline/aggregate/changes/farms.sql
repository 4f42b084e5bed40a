-- Changed farms that both snapshots have: only these are compared.
create table changes.farms as
select id as farm_id
from published.farms
where changed_at is null and id in (select id from before.farms);

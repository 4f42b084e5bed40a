-- Clusters in which a farm of before goes on.
create view identity.continued as
from identity.sole
union all
from identity.granted
union all
from identity.reissued;

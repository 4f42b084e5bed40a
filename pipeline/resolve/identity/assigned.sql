-- The farm of each cluster that is one now.
create view identity.assigned as
from identity.continued
union all
from identity.named;

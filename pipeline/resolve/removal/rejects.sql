-- Every rejected row: unreadable rows, and rows of removed farms.
create view removal.rejects as
from intake.rejects
union all
select source, file, line, reason, raw from removal.refused;

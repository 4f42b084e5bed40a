-- Every rejected row: those that could not be read, and those of removed farms.
create view removal.rejects as
from intake.rejects
union all
select source, file, line, reason, raw from removal.refused;

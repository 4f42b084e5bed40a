-- The rows of unread editions, each at its edition's position.
create table panel.rows as
select rows.seq, rows.source, rows.source_id, rows.series, rows.moment, position, holder
from said.rows as rows
join panel.editions as editions using (series, moment)
where unread;

-- The cells around those of minor listings (listings.sql).
create table match.neighbors as
select cell, unnest(string_split(h3_neighbors(cell), ' ')) as neighbor
from (
  select near as cell from match.cells where minor
  union
  select region from match.cells where minor
);

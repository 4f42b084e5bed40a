-- The cells of each located listing. Empty if all listings are in the same editions, since no pairs
-- are looked for then.
-- near    about 0.7 km², with its neighbors 1.5 km around a place: for any name
-- region  about 250 km², with its neighbors 25 km around a place: for a word in common
create table match.cells as
select id, minor, standing, near, ancestor_cell_name(near, 5) as region
from (
  select id, minor, standing, h3_cell_at(lat, lng, 8) as near
  from match.listings
  where lat is not null and lng is not null and (select bool_or(minor) from match.listings)
);

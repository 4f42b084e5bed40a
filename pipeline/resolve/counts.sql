select
  input,
  count(*) filter (used)::integer as used,
  count(*) filter (not used and not removed)::integer as merged
from listings
group by input

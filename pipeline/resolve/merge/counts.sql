-- What became of the rows of each input: they lead a farm, are part of one, or are refused since their
-- farm was removed.
create table merge.counts as
select
  input,
  count(*) filter (used)::integer as used,
  count(*) filter (not used and not removed)::integer as merged,
  count(*) filter (removed)::integer as refused
from merge.listings
group by input;

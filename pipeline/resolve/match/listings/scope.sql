-- Listings that may match another. Where all are side by side in the same editions of one source,
-- that is only those that may be one entered twice: in one ZIP code or town several names are the
-- same, or begin alike at the same house number. Else it is all.
create table match.scope as
with keyed as (
  select
    key,
    hash(source, edition, retired) as standing,
    hash(state, coalesce(zip, lower(city)), lower(name)) as by_name,
    hash(
      state,
      coalesce(zip, lower(city)),
      regexp_replace(regexp_replace(lower(name), '^the ', ''), '[^a-z0-9]', '', 'g')[1:5],
      regexp_extract(address, '\d+')
    ) as by_house
  from match.candidates
),
standings as (
  select count(distinct standing) > 1 as several
  from keyed
),
alike as (
  select key
  from keyed
  qualify count(*) over (partition by by_name) > 1 or count(*) over (partition by by_house) > 1
)
select candidates.*
from match.candidates, standings
where several or candidates.key in (from alike);

-- The editions of the last snapshot. If a file of this build has the same rows, `sha256` is that file's: a
-- growing table repeats its older editions in each new file.
create table editions.known as
with again as (
  select series, edition, rows_digest, min(sha256) as read_sha256
  from editions.read
  group by all
)
select
  known.* exclude (read_sha256) replace (
    case
      when (series, edition, sha256) in (select (series, edition, sha256) from editions.read) then sha256
      else coalesce(read_sha256, sha256)
    end as sha256
  )
from (from before.editions left join again using (series, edition, rows_digest)) as known;

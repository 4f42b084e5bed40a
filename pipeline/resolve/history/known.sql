-- Every listing ever seen, including listings of removed farms (`removed`).
-- A key identifies the current listing; each former holder of a source id has its own key.
-- `present`: read in this build.
create table history.known as
select
  prior.*,
  prior.source || chr(10) || prior.source_id
    || case when latest and reused.source is null then '' else chr(10) || prior.holder end as key,
  latest and reused.source is null and source_rows.key is not null as present
from history.prior
left join history.reused using (source, source_id)
left join intake.source_rows
  on source_rows.newest
  and source_rows.source = prior.source
  and source_rows.source_id = prior.source_id;

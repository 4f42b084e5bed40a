-- The listings to match: every listing of this build, and earlier listings that are absent from it.
-- `farm_id`, `first_seen` and `last_seen` are null for new listings.
create table match.candidates as
with editions as (
  select key, list(distinct input order by input) as edition
  from intake.source_rows
  group by key
)
select
  source_rows.key,
  observations.source,
  observations.source_id,
  inputs.publisher,
  editions.edition,
  false as retired,
  known.farm_id,
  known.first_seen,
  known.last_seen,
  observations.name,
  observations.place_type,
  observations.address,
  observations.city,
  observations.state,
  observations.zip,
  observations.phone,
  observations.website,
  observations.email,
  observations.lat,
  observations.lng,
  observations.location_precision,
  observations.weekdays
from intake.source_rows
join intake.observations using (seq)
join intake.inputs on inputs.input = source_rows.input
join editions on editions.key = source_rows.key
left join history.known on known.present and known.key = source_rows.key
where newest
union all by name
select
  * exclude (holder, series, dated, row_digest, live_before, removed, latest, present),
  []::integer[] as edition,
  true as retired
from history.known
where not present;

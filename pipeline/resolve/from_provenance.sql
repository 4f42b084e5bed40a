-- The registry of a snapshot that has none: its provenance, and the farms as they stand.
select
  source,
  source_id,
  1 as holder,
  farm_id,
  null::timestamptz as first_seen,
  null::timestamptz as last_seen,
  null::varchar as row_digest,
  source as publisher,
  farms_before.name,
  place_type,
  address,
  city,
  state,
  zip,
  phone,
  website,
  email,
  lat,
  lng,
  location_precision,
  null::varchar[] as weekdays
from (select distinct source, source_id, farm_id from provenance_before) as listed
join farms_before on farms_before.id = listed.farm_id

-- Stands in for a registry that a snapshot lacks: its provenance, joined to its farms.
create view before.registry as
select
  source,
  source_id,
  1 as holder,
  farm_id,
  null::varchar as series,
  null::timestamptz as first_seen,
  null::timestamptz as last_seen,
  false as dated,
  null::varchar as row_digest,
  source as publisher,
  farms.name,
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
from (select distinct source, source_id, farm_id from before.provenance) as listed
join before.farms on farms.id = listed.farm_id;

-- Listings that were added, removed or changed since the previous snapshot.
-- $same_input: both were made from the same files.
create table changes.touched as
with now as (
  select key, identity.farm_id, row_digest
  from removal.listings as identity
  join intake.observations using (seq)
  where not removed
),
before as (
  select source || chr(10) || source_id as key, farm_id, row_digest
  from before.registry
  where last_seen is null
)
select
  coalesce(now.key, before.key) as key,
  now.farm_id as farm_now,
  before.farm_id as farm_before
from now
full join before on before.key = now.key
where not $same_input and now.row_digest is distinct from before.row_digest;

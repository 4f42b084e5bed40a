-- Reissued listings that matching leaves alone: a farm that moved within its town, or changed its day,
-- comes back under a new source id. Source, name, place type and town are the same, and only one earlier
-- farm and only one current listing have that name.
create table identity.reissued as
with gone as (
  select source, plain(name) as plain_name, place_type, state
  from history.known
  where not present and not removed and farm_id not in (select farm_id from identity.granted)
  group by all
),
before as (
  select farm_id, source, plain_name, place_type, state, plain(city) as town, zip
  from history.known
  join gone using (source, place_type, state)
  where plain(known.name) = plain_name
),
now as (
  select
    source_rows.key,
    observations.source,
    plain_name,
    observations.place_type,
    observations.state,
    plain(city) as town,
    zip
  from intake.source_rows
  join intake.observations using (seq)
  join gone
    on gone.source = observations.source
    and gone.place_type = observations.place_type
    and gone.state = observations.state
    and gone.plain_name = plain(observations.name)
  where newest
),
pairs as (
  select distinct farm_id, now.key
  from before
  join now using (source, plain_name, place_type, state)
  where (before.town = now.town and now.town <> '') or before.zip = now.zip
),
mutual as (
  from pairs
  qualify count(*) over (partition by farm_id) = 1 and count(*) over (partition by key) = 1
)
select cluster, farm_id
from mutual
join match.clusters using (key)
where cluster in (select cluster from identity.live_clusters)
  and cluster not in (select cluster from identity.claims)
  and farm_id not in (select farm_id from identity.granted)
  and farm_id not in (select farm_id from history.known where removed)
qualify count(*) over (partition by cluster) = 1;

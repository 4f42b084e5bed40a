-- Which clusters of listings could go on being which farm.
-- A cluster without a listing of this build, or only with those of removed farms, is no farm now.
create table live_clusters as
select
  cluster,
  arg_min(source_rows.source, source_rows.key) as source,
  arg_min(source_rows.source_id, source_rows.key) as source_id,
  arg_min(first_id, source_rows.key) as first_id,
  min(source_rows.key) as key
from source_rows
join observations using (seq)
join clusters on clusters.key = source_rows.key
left join known on known.present and known.key = source_rows.key
where newest and known.removed is not true
group by cluster;

-- A listing that is not read any more hands its farm on to one that looks like it; not so where name,
-- ZIP code, telephone and e-mail are other ones and the place is over two miles off: a chain's next
-- branch looks like that.
create table heirs as
select distinct known.key
from known
join clusters as old on old.key = known.key
join clusters as new on new.cluster = old.cluster
join source_rows on source_rows.newest and source_rows.key = new.key
join observations using (seq)
where not present
  and (
    plain(known.name) = plain(observations.name)
    or known.zip = observations.zip
    or known.phone = observations.phone
    or known.email = observations.email
    or known.zip is null
    or observations.zip is null
    or known.location_precision is distinct from 'exact'
    or observations.location_precision is distinct from 'exact'
    or miles(known.lat, known.lng, observations.lat, observations.lng) <= 2
  );

-- `present`: a listing of this build was that farm's before; else one that was looks like those.
create table claims as
with farms as (
  select farm_id, min(first_seen) as farm_since
  from known
  group by farm_id
)
select
  cluster,
  farm_id,
  known.removed,
  bool_or(present) as present,
  min(first_seen) as since,
  max(last_seen) as until,
  any_value(farm_since) as farm_since,
  count(*)::integer as listings
from known
join clusters using (key)
join live_clusters using (cluster)
join farms using (farm_id)
where present or known.key in (select key from heirs)
group by all;

-- Where a cluster claims one farm and no other cluster does, it is that.
create table assigned as
select cluster, farm_id
from claims
where not removed
qualify count(*) over (partition by cluster) = 1 and count(*) over (partition by farm_id) = 1;

-- A listing that is not read any more hands its farm on to one that looks like it; not so where name,
-- ZIP code, telephone and e-mail are other ones and the place is over two miles off: a chain's next
-- branch looks like that.
create table identity.heirs as
select distinct known.key
from history.known
join match.clusters as old on old.key = known.key
join match.clusters as new on new.cluster = old.cluster
join intake.source_rows on source_rows.newest and source_rows.key = new.key
join intake.observations using (seq)
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
    or distance_mi(known.lat, known.lng, observations.lat, observations.lng) <= 2
  );

-- Source ids that shifted to the next farm when a source that numbers its rows inserted one: another id
-- had this name and place before, and now has different ones.
create or replace temporary macro same_place(one, other) as coalesce(
  case
    when one.location_precision = 'exact' and other.location_precision = 'exact'
      then distance_mi(one.lat, one.lng, other.lat, other.lng) <= 0.1
    else plain(one.address) <> '' and plain(one.address) = plain(other.address)
      and (one.zip = other.zip or plain(one.city) = plain(other.city))
  end,
  false
);
create table history.renumbered as
with listed as (
  from intake.source_rows
  join intake.observations using (seq, source, source_id)
  select source, source_id, name, address, city, zip, lat, lng, location_precision
  where newest
),
changed as (
  select listed.*, own.farm_id as own_farm_id
  from listed
  join history.prior as own
    on own.latest
    and own.source = listed.source
    and own.source_id = listed.source_id
    and own.name <> listed.name
  where plain(listed.name) <> plain(own.name)
    and not same_place(listed, own)
)
select distinct listed.source, listed.source_id
from changed as listed
join history.prior as other
  on other.latest
  and (other.live_before or other.removed)
  and other.source = listed.source
  and other.farm_id <> own_farm_id
  and plain(other.name) = plain(listed.name)
  and same_place(listed, other)
left join listed as there on there.source = other.source and there.source_id = other.source_id
where coalesce(plain(there.name) <> plain(other.name) and not same_place(there, other), true);

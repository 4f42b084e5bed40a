-- Every source row with the listing that it is of. `newest`: the row that speaks for the listing,
-- the latest by its own date, of equally new ones that of the latest edition, then the last line.
create table source_rows as
select
  seq,
  input,
  observations.source,
  source_id,
  observations.source || chr(10) || source_id as key,
  updated_at,
  row_number() over (
    partition by observations.source, source_id
    order by updated_at desc nulls last, edition desc, line desc
  ) = 1 as newest
from observations
join inputs using (input);

-- Source ids that were given to another farm: name, place and contacts are all other ones, or name
-- and place are those of a farm that has lost its own id (`renumbered`).
create macro plain(text) as
  regexp_replace(lower(strip_accents(coalesce(text, ''))), '[^a-z0-9]+', ' ', 'g');
create macro miles(lat1, lng1, lat2, lng2) as
  2 * 3958.7613 * asin(sqrt(least(1,
    pow(sin(radians(lat2 - lat1) / 2), 2)
    + cos(radians(lat1)) * cos(radians(lat2)) * pow(sin(radians(lng2 - lng1) / 2), 2)
  )));
create macro same_place(one, other) as coalesce(
  case
    when one.location_precision = 'exact' and other.location_precision = 'exact'
      then miles(one.lat, one.lng, other.lat, other.lng) <= 0.1
    else plain(one.address) <> '' and plain(one.address) = plain(other.address)
      and (one.zip = other.zip or plain(one.city) = plain(other.city))
  end,
  false
);
-- A source that numbers its rows gives each id to the next farm when it inserts one: name and place
-- are those that another id had, which now says otherwise.
create table renumbered as
with told as (
  from source_rows
  join observations using (seq, source, source_id)
  select source, source_id, name, address, city, zip, lat, lng, location_precision
  where newest
)
select distinct told.source, told.source_id
from told
join prior as own on own.latest and own.source = told.source and own.source_id = told.source_id
join prior as other
  on other.latest
  and (other.live_before or other.removed)
  and other.source = told.source
  and other.farm_id <> own.farm_id
  and plain(other.name) = plain(told.name)
  and same_place(told, other)
left join told as there on there.source = other.source and there.source_id = other.source_id
where plain(told.name) <> plain(own.name)
  and not same_place(told, own)
  and coalesce(plain(there.name) <> plain(other.name) and not same_place(there, other), true);
create table reused as
select now.source, now.source_id, old.holder
from observations as now
join source_rows using (seq)
join prior as old on old.source = now.source and old.source_id = now.source_id
where newest
  and old.latest
  and now.name <> old.name
  and (
    (now.source, now.source_id) in (from renumbered)
    or (
      jaro_winkler_similarity(plain(now.name), plain(old.name)) < 0.85
      and case
        when now.location_precision = 'exact' and old.location_precision = 'exact'
          then miles(now.lat, now.lng, old.lat, old.lng) > 5
        else now.state <> old.state or (now.zip <> old.zip and lower(now.city) <> lower(old.city))
      end
      and coalesce(now.phone <> old.phone, true)
      and coalesce(now.website <> old.website, true)
      and coalesce(now.email <> old.email, true)
    )
  );

-- A key is of a listing as it now is; former holders of a source id have one of their own.
-- `present`: it is read in this build.
create table known as
select
  prior.*,
  prior.source || chr(10) || prior.source_id
    || case when latest and reused.source is null then '' else chr(10) || prior.holder end as key,
  latest and reused.source is null and source_rows.key is not null as present
from prior
left join reused using (source, source_id)
left join source_rows
  on source_rows.newest
  and source_rows.source = prior.source
  and source_rows.source_id = prior.source_id;
drop table prior;

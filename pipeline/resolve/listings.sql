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

-- Source ids that were given to another farm: name, place and contacts are all other ones.
create macro plain(text) as
  regexp_replace(lower(strip_accents(coalesce(text, ''))), '[^a-z0-9]+', ' ', 'g');
create macro miles(lat1, lng1, lat2, lng2) as
  2 * 3958.7613 * asin(sqrt(least(1,
    pow(sin(radians(lat2 - lat1) / 2), 2)
    + cos(radians(lat1)) * cos(radians(lat2)) * pow(sin(radians(lng2 - lng1) / 2), 2)
  )));
create table reused as
select now.source, now.source_id, old.holder
from observations as now
join source_rows using (seq)
join prior as old on old.source = now.source and old.source_id = now.source_id
where newest
  and old.latest
  and now.name <> old.name
  and jaro_winkler_similarity(plain(now.name), plain(old.name)) < 0.85
  and case
    when now.location_precision = 'exact' and old.location_precision = 'exact'
      then miles(now.lat, now.lng, old.lat, old.lng) > 5
    else now.state <> old.state or (now.zip <> old.zip and lower(now.city) <> lower(old.city))
  end
  and coalesce(now.phone <> old.phone, true)
  and coalesce(now.website <> old.website, true)
  and coalesce(now.email <> old.email, true);

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

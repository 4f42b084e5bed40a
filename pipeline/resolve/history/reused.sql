-- Source ids that now belong to a different farm: name, place and contacts all differ, or name and place
-- are those of a farm that lost its own id (renumbered.sql). `holder`: the number of the last holder.
create table history.reused as
select now.source, now.source_id, old.holder
from intake.observations as now
join intake.source_rows using (seq)
join history.prior as old on old.source = now.source and old.source_id = now.source_id
where newest
  and old.latest
  and now.name <> old.name
  and (
    (now.source, now.source_id) in (from history.renumbered)
    or (
      jaro_winkler_similarity(plain(now.name), plain(old.name)) < 0.85
      and case
        when now.location_precision = 'exact' and old.location_precision = 'exact'
          then distance_mi(now.lat, now.lng, old.lat, old.lng) > 5
        else now.state <> old.state or (now.zip <> old.zip and lower(now.city) <> lower(old.city))
      end
      and coalesce(now.phone <> old.phone, true)
      and coalesce(now.website <> old.website, true)
      and coalesce(now.email <> old.email, true)
    )
  );

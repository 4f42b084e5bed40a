-- Rows whose point is also that of another listing at another address: another house, and another ZIP
-- code, or another town if one has no ZIP code. At least one of the two points is wrong. Addresses
-- without a house number are compared as texts.
create table intake.shared_points as
with places as (
  select
    *,
    nullif(plain(city), '') as town,
    coalesce(nullif(regexp_extract(address, '\d+'), ''), plain(address)) as house
  from intake.rows
  join editions.current using (input, series)
  where location_precision = 'exact' and address is not null
),
points as (
  select lat, lng
  from places
  group by lat, lng
  having count(distinct zip) > 1 or count(distinct town) > 1
)
select distinct one.seq, one.input, 'location doubtful: shared with another address' as reason
from places as one
join points using (lat, lng)
join places as other using (lat, lng)
where one.house <> other.house
  and coalesce(one.zip <> other.zip, one.town <> other.town)
  and (one.source, one.source_id) <> (other.source, other.source_id);

-- Farms whose point, taken from one listing, contradicts the address of another. A row's own point and address
-- are checked when it is read.
create table merge.contradicted as
select speakers.farm_id
from merge.speakers
join merge.shared_rows as point on point.seq = speakers.location
join merge.shared_rows as stated on stated.seq = speakers.address
where speakers.location <> speakers.address
  and point.location_precision = 'exact'
  and verdict_on(point.lat, point.lng, json_object(
    'state', stated.state, 'zip', stated.zip, 'county', stated.stated_county, 'city', stated.city
  )) <> 'exact';

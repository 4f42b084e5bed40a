select card, distance_mi
from (
  select
    row,
    2 * 3958.7613 * asin(min(1, sqrt(
      pow(sin(radians(lat - :lat) / 2), 2)
      + cos(radians(:lat)) * cos(radians(lat)) * pow(sin(radians(lng - :lng) / 2), 2)
    ))) as distance_mi
  from places
  where south <= :north and north >= :south and west <= :east and east >= :west
  order by distance_mi
  limit :farms
)
join cards using (row)
where distance_mi <= :radius_mi
order by distance_mi

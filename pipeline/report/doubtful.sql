-- For each two similar farms, their two most similar listings, and the evidence for and against their
-- being one.
select
  score,
  evidence,
  distance_km(one.lat, one.lng, other.lat, other.lng) as distance_km,
  one,
  other
from match.scores
join match.listings as one_seen on one_seen.id = scores.a
join match.listings as other_seen on other_seen.id = scores.b
join match.candidates as one on one.key = one_seen.key
join match.candidates as other on other.key = other_seen.key
where score >= $least and one.farm_id <> other.farm_id
qualify row_number() over (
  partition by least(one.farm_id, other.farm_id), greatest(one.farm_id, other.farm_id)
  order by score desc, scores.a, scores.b
) = 1

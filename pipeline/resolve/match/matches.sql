-- The pairs that match, of those that stand in one cluster.
create or replace table matches as
select one.key as a, other.key as b, score, array_to_string(evidence, ' + ') as rule
from match_scores
join match_clusters as of_one on of_one.id = match_scores.a
join match_clusters as of_other on of_other.id = match_scores.b
join match_listings as one on one.id = match_scores.a
join match_listings as other on other.id = match_scores.b
where score >= $threshold and of_one.smallest = of_other.smallest;

-- The matching pairs within a cluster.
create table match.matches as
select one.key as a, other.key as b, score, array_to_string(evidence, ' + ') as rule
from match.scores
join match.joined as of_one on of_one.id = scores.a
join match.joined as of_other on of_other.id = scores.b
join match.listings as one on one.id = scores.a
join match.listings as other on other.id = scores.b
where score >= $threshold and of_one.smallest = of_other.smallest;

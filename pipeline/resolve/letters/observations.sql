-- The listed rows with restored texts.
create view letters.observations as
select
  observations.* replace (
    coalesce(texts['name'], name) as name,
    coalesce(texts['address'], address) as address,
    coalesce(texts['city'], city) as city,
    coalesce(texts['description'], description) as description,
    coalesce(texts['story'], story) as story,
    coalesce(texts['tagline'], tagline) as tagline,
    coalesce(texts['farmer_name'], farmer_name) as farmer_name,
    list_concat(corrections, reasons) as corrections
  )
from intake.observations
left join (
  select seq, map(list(field), list(text)) as texts, list(reason order by reason) as reasons
  from letters.restored
  group by seq
) as restored using (seq);

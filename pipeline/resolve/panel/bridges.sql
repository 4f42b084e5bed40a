create view published.bridges as
select
  source,
  public_source_id(source_id) as source_id,
  farm_id,
  series,
  case when dated then first_seen::date end as first_listed,
  case when dated then last_seen::date end as last_listed,
  last_seen is null as listed
from published.registry
order by source, public_source_id(source_id), holder;

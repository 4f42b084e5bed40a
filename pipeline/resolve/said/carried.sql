-- The newest statement of any listing of a farm, for each group that none of its leading listings has.
-- Ties are ordered by source and id.
create table said.carried as
with said_now as (
  select distinct farm_id, field_group
  from merge.listings
  join said.groups using (seq)
  where speaks
),
listed as (
  select distinct farm_id
  from merge.listings
  where speaks
),
chosen as (
  select farms.farm_id, statements.* exclude (seq), statements.seq as row_seq
  from said.statements
  join said.farms using (source, source_id, holder)
  semi join listed on listed.farm_id = farms.farm_id
  anti join said_now
    on said_now.farm_id = farms.farm_id and said_now.field_group = statements.field_group
  qualify row_number() over (
    partition by farms.farm_id, field_group
    order by said_at desc, edition desc, source, source_id, holder desc
  ) = 1
)
select -(row_number() over (order by farm_id, field_group))::integer as seq, *
from chosen;

-- The newest statement of any listing of a farm, for each group that none of its leading listings has.
-- Ties are ordered by source and id.
-- If a leading listing has only a part of a group, since the rest was withheld, then another source's copy of
-- the same statement (of the same instant) stands instead, if there is one.
create table said.carried as
with spoken as (
  select
    farm_id,
    field_group,
    listings.source,
    listings.said_at,
    listings.updated_at is not null
    and field_group in ('products', 'practices')
    and coalesce(len(list_filter(corrections, lambda each: contains(each, ' withheld: '))) > 0, false)
      as in_part
  from merge.listings
  join said.groups using (seq)
  join intake.observations using (seq)
  where speaks
),
said_now as (
  select
    farm_id,
    field_group,
    bool_and(in_part) as in_part,
    arg_max(source, said_at) as source,
    max(said_at) as said_at
  from spoken
  group by farm_id, field_group
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
  left join said_now
    on said_now.farm_id = farms.farm_id and said_now.field_group = statements.field_group
  where
    said_now.farm_id is null
    or (in_part and statements.said_at = said_now.said_at and statements.source <> said_now.source)
  qualify row_number() over (
    partition by farms.farm_id, statements.field_group
    order by statements.said_at desc, edition desc, statements.source, source_id, holder desc
  ) = 1
)
select -(row_number() over (order by farm_id, field_group))::integer as seq, *
from chosen;

-- The texts whose lost letters (U+FFFD) a copy has, or are apostrophes. For texts that the registry keeps,
-- older editions are read as well.
create table letters.restored as
with said as (
  select
    farm_id,
    source_rows.seq,
    source_rows.input,
    name, address, city, description, story, tagline, farmer_name
  from removal.listings as identity
  join intake.source_rows using (key)
  join intake.observations on observations.seq = source_rows.seq
  where not identity.removed
),
texts as (
  from (
    unpivot said
    on name, address, city, description, story, tagline, farmer_name
    into name field value text
  )
),
damaged as (
  from texts
  where contains(text, chr(65533))
),
registered as (
  select coalesce(successor_id, known.farm_id) as farm_id, name, address, city
  from history.known
  left join identity.mergers using (farm_id)
),
known as (
  select farm_id, field, text
  from texts
  where farm_id in (select farm_id from damaged)
  union
  select farm_id, field, text
  from (unpivot registered on name, address, city into name field value text)
  where farm_id in (select farm_id from damaged)
),
fitting as (
  select seq, field, known.text, fit_of(damaged.text, known.text) as fit
  from damaged
  join known using (farm_id, field)
),
whole as (
  select seq, field, arg_min(text, {plain: fit = 'plain', text: text}) as text
  from fitting
  where fit is not null
  group by seq, field
),
restored as (
  select
    seq,
    input,
    field,
    with_apostrophes(damaged.text) as guess,
    coalesce(whole.text, guess) as text,
    damaged.text as damaged
  from damaged
  left join whole using (seq, field)
)
select
  seq,
  input,
  field,
  text,
  -- The registry may have kept the guess.
  if(text = guess, 'lost apostrophe restored: ', 'lost letters restored: ') || field as reason
from restored
where text <> damaged;

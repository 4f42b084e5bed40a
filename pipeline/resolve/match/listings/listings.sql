-- The words of a text, spelled alike: lower case, without accents and apostrophes, synonyms (words.ts)
-- read as one, and without the last s of words of four letters or more.
create or replace temporary macro match_words(text, synonyms) as list_transform(
  list_transform(
    list_filter(
      string_split(
        regexp_replace(
          regexp_replace(
            replace(lower(strip_accents(coalesce(text, ''))), '&', ' and '),
            '[''’`´.\x{FFFD}]',
            '',
            'g'
          ),
          '[^a-z0-9]+',
          ' ',
          'g'
        ),
        ' '
      ),
      word -> word <> ''
    ),
    word -> coalesce(synonyms[word], word)
  ),
  word -> regexp_replace(word, '^(\w{2,}[^s\W])s$', '\1')
);

-- A street address without its post office box, its numbered roads (words.ts) as one word (`road33`),
-- and a house number of two parts (`84-5085`), which is no range of numbers, as one.
create or replace temporary macro match_address(text, numbered_road) as regexp_replace(
  regexp_replace(
    regexp_replace(lower(text), '\bp\.? ?o\.? *box[ #]*\w+', '', 'g'),
    numbered_road,
    ' road\1 ',
    'g'
  ),
  '\b(\d+)-(\d{3,})\b',
  '\1\2',
  'g'
);

-- What is compared of a listing. Names and addresses become lists of words:
-- core      the words of a name that may tell which farm it is: without generic ones, days,
--           seasons, the state, numbers and single letters; own_core: without those of the town
-- name_key  the whole name, however it is parted
-- street    the words of an address that tell which street it is
-- numbers   of the name (`Market 2`); they tell sisters apart, as name_days, winter and seasons do
-- lat, lng  not of a doubtful location: it is near nothing, and far from nothing
-- placed    at an exact point, which is not that of a post office
-- standing  listings side by side in the same editions have one; minor: not the commonest
-- site      the host of the web site, or the page where the host is shared by many farms
-- $generic, $days, … are the words of words.ts.
create table match.listings as
with biggest as (
  select hash(source, edition, retired) as standing
  from match.scope
  group by all
  order by count(*) desc, standing
  limit 1
),
spelled as (
  select
    row_number() over (order by key)::integer as id,
    *,
    match_words(
      regexp_replace(name, '\b(city|town|township|village|borough) of\b', '', 'i'),
      $synonyms
    ) as words,
    match_words(city, $synonyms) as town_words,
    match_words(match_address(address, $numbered_road), $synonyms) as address_words
  from match.scope
),
sifted as (
  select
    *,
    list_filter(
      words,
      word -> not list_contains($generic, word)
        and not list_contains($days, word)
        and not list_contains($winter, word)
        and not list_contains($summer, word)
        and not list_contains(coalesce($states[state], []), word)
        and not regexp_full_match(word, '(19|20)\d\d|i+|iv|.')
    ) as core_words,
    list_filter(
      address_words,
      word -> not list_contains($street, word)
        and not regexp_full_match(word, '\d+|.')
    ) as street_words,
    regexp_extract(array_to_string(address_words, ' '), '\b\d+\b') as number,
    regexp_extract(lower(website), '^https?://(?:www\d?\.)?([^/?#:]+)', 1) as host,
    rtrim(regexp_extract(lower(website), '^https?://[^/]+/([^?#]*)', 1), '/') as path
  from spelled
)
select
  id,
  key,
  source,
  coalesce(edition, []) as edition,
  hash(source, edition, retired) as standing,
  standing <> (from biggest) as minor,
  farm_id,
  first_seen::varchar as first_seen,
  last_seen::varchar as last_seen,
  state,
  zip,
  array_to_string(town_words, ' ') as town,
  case when location_precision is distinct from 'doubtful' then lat end as lat,
  case when location_precision is distinct from 'doubtful' then lng end as lng,
  coalesce(location_precision = 'exact' and not (address is not null and address_words = []), false) as placed,
  nullif(number, '') as house,
  nullif(regexp_extract(lower(address), '\bp\.? ?o\.? *box[ #]*(\w+)', 1), '') as box,
  list_sort(list_distinct(street_words)) as street,
  list_distinct(address_words) as address_words,
  phone,
  lower(email) as email,
  case
    when host = '' then null
    when not list_contains($shared_hosts, host) then host
    when path <> '' then host || '/' || path
  end as site,
  list_sort(coalesce(weekdays, [])) as days,
  list_distinct(
    list_transform(
      list_filter(words, word -> list_contains($days, word)),
      day -> day[1:3]
    )
  ) as name_days,
  list_has_any(words, $winter)
    and not list_has_any(words, $summer) as winter,
  list_sort(list_distinct(list_filter(words, word -> list_contains($seasons, word)))) as seasons,
  list_sort(list_distinct(list_filter(words, word -> regexp_full_match(word, 'i+|iv|\d')))) as numbers,
  list_sort(list_distinct(core_words)) as core,
  array_to_string(core, ' ') as core_key,
  list_filter(core, word -> not list_contains(town_words, word)) as own_core,
  array_to_string(own_core, ' ') as own_key,
  array_to_string(
    list_filter(words, word -> not list_contains(['the', 'inc', 'llc', 'a'], word)),
    ''
  ) as name_key,
  case
    when place_type in ('farmers_market', 'market') then 'market'
    when place_type = 'food_hub' then 'hub'
    else 'farm'
  end as family
from sifted;

-- The words of a text in one spelling: lower case, without accents and apostrophes, synonyms (words.ts)
-- replaced, and without the last s of words of four letters or more.
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

-- A street address without its post office box. A numbered road (words.ts) becomes one word (`road33`),
-- and so does a house number of two parts (`84-5085`), which is not a range of numbers.
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

-- The words of each name, city, address and web site of a state that no earlier edition had:
-- town      the words of the city
-- core      the words of a name that may identify the farm: without generic ones, days,
--           seasons, the state, numbers and single letters; own_core: without the town's words,
--           which are town_core
-- name_key  the whole name without spaces and punctuation
-- street    the words of an address that identify the street
-- numbers   of the name (`Market 2`). They distinguish sister markets, as do name_days, winter
--           and seasons
-- site      the host of the web site, or the page if many farms share the host
-- $generic, $days, … are the words of words.ts.
create table match.wordings as
with spelled as (
  select
    *,
    match_words(
      regexp_replace(name, '\b(city|town|township|village|borough) of\b', '', 'i'),
      $synonyms
    ) as words,
    match_words(city, $synonyms) as town_words,
    match_words(match_address(address, $numbered_road), $synonyms) as address_words
  from (
    select distinct name, address, city, state, website
    from match.candidates
    where key in (select key from match.scope)
  ) as said
  anti join carried.wordings as known
    on known.name is not distinct from said.name
    and known.address is not distinct from said.address
    and known.city is not distinct from said.city
    and known.state is not distinct from said.state
    and known.website is not distinct from said.website
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
  name,
  address,
  city,
  state,
  website,
  array_to_string(town_words, ' ') as town,
  nullif(number, '') as house,
  nullif(regexp_extract(lower(address), '\bp\.? ?o\.? *box[ #]*(\w+)', 1), '') as box,
  list_sort(list_distinct(street_words)) as street,
  list_distinct(address_words) as address_words,
  case
    when host = '' then null
    when not list_contains($shared_hosts, host) then host
    when path <> '' then host || '/' || path
  end as site,
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
  list_filter(core, word -> not list_contains(own_core, word)) as town_core,
  array_to_string(
    list_filter(words, word -> not list_contains(['the', 'inc', 'llc', 'a'], word)),
    ''
  ) as name_key
from sifted;

-- True if the words of a name are in another listing's address or web site.
create or replace temporary macro said_by(words, address_words, site) as
  list_has_all(address_words, words)
  or len(list_filter(words, word -> len(word) > 3 and contains(site, word))) = len(words);
create or replace temporary macro words_beyond(words, others) as
  list_filter(words, word -> not list_contains(others, word));

-- The evidence (evidence.ts) and points of each candidate pair.
create table match.scores as
with pairs as (
  select a, b from match.pairs
  union all
  select a, b from match.twins
),
-- Pairs in which one name has all the words of the other.
said_elsewhere as (
  select a, b
  from pairs
  join match.listings as one on one.id = pairs.a
  join match.listings as other on other.id = pairs.b
  where (
      len(one.core) > len(other.core)
      and list_has_all(one.core, other.core)
      and said_by(words_beyond(one.core, other.core), other.address_words, other.site)
    )
    or (
      len(other.core) > len(one.core)
      and list_has_all(other.core, one.core)
      and said_by(words_beyond(other.core, one.core), one.address_words, one.site)
    )
),
compared as (
  select
    pairs.a,
    pairs.b,
    one.core = [] and other.core = [] as nameless,
    one.core <> [] as one_named,
    one.name_key = other.name_key as same_name,
    replace(one.core_key, ' ', '') = replace(other.core_key, ' ', '') as same_core,
    one.own_core = other.own_core as same_own,
    one.own_core = [] and other.own_core = [] as town_only,
    one.own_core = [] or other.own_core = [] as one_town_only,
    greatest(len(one.own_core), len(other.own_core)) as most_own,
    list_intersect(one.core, other.core) as shared,
    list_intersect(one.own_core, other.own_core) as shared_own,
    len(one.core) + len(other.core) - len(list_intersect(one.core, other.core)) as words,
    len(list_intersect(one.own_core, other.own_core)) in (len(one.own_core), len(other.own_core)) as contained,
    one.town_core as one_town,
    other.town_core as other_town,
    jaro_winkler_similarity(
      replace(one.core_key, ' ', ''),
      replace(other.core_key, ' ', '')
    ) as likeness,
    one.town = other.town as equal_towns,
    distance_km(one.lat, one.lng, other.lat, other.lng) as km,
    one.placed and other.placed as both_placed,
    coalesce(one.zip = other.zip, false) or (
      one.town <> ''
      and other.town <> ''
      and one.state is not distinct from other.state
      and (
        starts_with(one.town || ' ', other.town || ' ')
        or starts_with(other.town || ' ', one.town || ' ')
      )
    ) as same_town,
    coalesce(
      one.house = other.house
      and (list_has_any(one.street, other.street) or (one.street = [] and other.street = [])),
      false
    ) as same_house,
    one.street = other.street and one.street <> [] and one.own_core <> [] and one.state = other.state as same_streets,
    coalesce(one.box = other.box, false) as same_box,
    one.house is null and len(one.street) >= 2 and one.street = other.street as same_corner,
    one.house <> other.house or (
      one.street <> [] and other.street <> [] and not list_has_any(one.street, other.street)
    ) as other_address,
    one.source = other.source
      and not list_has_any(one.edition, other.edition) as succeeding,
    case
      when one.site = other.site and sites.names > $shared_site then 'site_shared'
      when one.site = other.site then 'site_same'
      when one.site <> other.site and (one.site like '%/%') = (other.site like '%/%') then 'site_other'
    end as site,
    case
      when one.phone = other.phone and phones.names > $shared_phone then 'phone_shared'
      when one.phone = other.phone then 'phone_same'
    end as phone,
    case
      when one.days = [] or other.days = [] then null
      when one.days = other.days then 'days_same'
      when (one.days, other.days) in ((['sat'], ['sun']), (['sun'], ['sat'])) then 'days_slip'
      when not list_has_any(one.days, other.days) then 'days_other'
    end as days,
    one.email = other.email as same_email,
    one.family = 'market' and other.family = 'market' as markets,
    one.family = 'farm' and other.family = 'farm' as farms,
    one.family <> other.family as other_family,
    one.winter <> other.winter as other_winter,
    one.farm_id = other.farm_id as same_farm,
    one.id in (from match.chains) or other.id in (from match.chains) as in_chain
  from pairs
  join match.listings as one on one.id = pairs.a
  join match.listings as other on other.id = pairs.b
  left join match.sharing as sites on sites.kind = 'site' and sites.contact = one.site
  left join match.sharing as phones on phones.kind = 'phone' and phones.contact = one.phone
),
judged as (
  select
    *,
    case
      when nameless and same_name then 'name_generic_same'
      when nameless then 'name_generic'
      when same_name and len(shared_own) > 1 then 'name_rare'
      when same_name and town_only then 'name_town'
      when same_name then 'name_same'
      when same_core and town_only then 'name_town_core'
      when same_core then 'name_core'
      when town_only and (one_town = [] or other_town = []) then 'name_town_part'
      when town_only and shared <> [] and equal_towns then 'name_town_core'
      when town_only and shared <> [] then 'name_town_part'
      when town_only then 'name_other'
      when contained
        and shared_own <> []
        and (one_town = [] or other_town = [] or list_has_any(one_town, other_town))
        then case
          when same_own then 'name_core'
          when len(shared_own) > 1 then 'name_most'
          when most_own > 2 then 'name_few'
          else 'name_part'
        end
      when likeness >= 0.94 and not one_town_only then 'name_like'
      when shared_own <> []
        and len(shared) * 2 >= words
        then 'name_half'
      when shared_own <> [] then 'name_little'
      when shared <> [] and one_town_only then 'name_town_part'
      else 'name_other'
    end as name,
    case
      when (same_house or same_corner or same_box) and (same_town or km <= 3) then 'address_same'
      when same_house and km <= 15 then 'address_same'
      when same_house and same_streets and same_name and same_own and km is null then 'address_same'
      when both_placed and km <= 0.15 then 'spot_same'
      when both_placed and km <= 0.6 then 'near'
      when both_placed and km <= 5 then 'around'
      when same_town and both_placed and km > 15 then 'town_same_far'
      when same_town then 'town_same'
      when km is null then 'place_unknown'
      when km <= if(both_placed, 15, 30) then 'region_same'
      when km <= 80 or not both_placed then 'far'
      else 'very_far'
    end as place,
    case when other_address and not same_house then 'address_other' end as address,
    case when succeeding and one_named and same_name and same_town then 'reissued' end as reissued
  from compared
),
listed as (
  select
    a,
    b,
    list_filter(
      [
        name,
        place,
        address,
        site,
        phone,
        case when (a, b) in (from said_elsewhere) then 'said_elsewhere' end,
        case
          when name in ('name_town', 'name_town_core') and address = 'address_other' and site = 'site_other' and place = 'around'
            then 'town_elsewhere'
        end,
        case when same_email then 'email_same' end,
        days,
        case when other_family then 'family_other' end,
        case when other_winter then 'winter_other' end,
        case
          when place = 'address_same' and days = 'days_same' and markets then 'door_same'
        end,
        case
          when place = 'address_same' and site = 'site_same' and farms then 'house_and_site'
        end,
        case
          when place = 'address_same' and name in ('name_little', 'name_few') then 'house_and_word'
        end,
        case when name = 'name_most' and farms then 'farms_alike' end,
        case when succeeding then 'successor' end,
        reissued,
        case
          when succeeding
            and place in ('address_same', 'spot_same')
            and site is distinct from 'site_other'
            and (days = 'days_same' or site = 'site_same')
            then 'took_over'
        end,
        case when same_farm then 'known_same' end,
        case
          when in_chain
            and place not in ('address_same', 'spot_same', 'near')
            then 'chain_elsewhere'
        end
      ],
      each -> each is not null
    ) as evidence
  from judged
)
select
  a,
  b,
  evidence,
  list_sum(list_transform(evidence, each -> $points[each]::double))::double as score
from listed;

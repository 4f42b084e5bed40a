-- Under how many names a web site and a phone number are listed.
create or replace table match_sharing as
select 'site' as kind, site as contact, count(distinct core_key) as names
from match_listings
where site is not null
group by site
union all
select 'phone', phone, count(distinct core_key)
from match_listings
where phone is not null
group by phone

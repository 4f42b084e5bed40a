-- Under how many names a web site and a phone number are listed.
create table match.sharing as
select 'site' as kind, site as contact, count(distinct core_key) as names
from match.listings
where site is not null
group by site
union all
select 'phone', phone, count(distinct core_key)
from match.listings
where phone is not null
group by phone

-- The number of names that share a web site or a phone number.
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

-- A record of each farm, with values computed over the whole snapshot.
-- data/METHOD.md describes the formulas.
-- `hours_confirmed_at`: null = by the newest edition of all, as for `last_listed`.
create view aggregate.farms as
with measured as (
  select
    * replace (
      case
        when spoke_at < as_of - interval 3 years then 'unverified'
        else verification_status
      end as verification_status
    ),
    (
      case when location_precision = 'exact' then 10 when location_precision is not null then 5 else 0 end
      + case when address is not null then 10 else 0 end
      + case when coalesce(phone, website, email) is not null then 15 else 0 end
      + case when description is not null then 10 else 0 end
      + case when coalesce(products, products_other) is not null then 20 else 0 end
      + case when hours is not null or hours_json is not null then 15 else 0 end
      + case when coalesce(image_url, images[1]) is not null then 5 else 0 end
      + case when coalesce(payment_methods, payment_methods_other) is not null then 5 else 0 end
      + case
        when coalesce(practices, practices_other, certifications, certifications_other) is not null then 5
        else 0
      end
      + case when len(list_filter(product_listings, lambda each: each.price is not null)) > 0 then 5 else 0 end
    ) / 100 as listing_completeness,
    greatest(0, least(1,
      coalesce(1 - (date_diff('day', updated_at, as_of) - 365) / (4 * 365), 0)
    )) as freshness
  from merge.farms
  join aggregate.listed using (farm_id)
  cross join merge.as_of
),
scored as (
  select
    *,
    floor(
      60 * listing_completeness
      + 20 * case verification_status when 'verified' then 1 when 'self_reported' then 0.5 else 0 end
      + 20 * freshness
      + 0.5
    )::integer as quality_score
  from measured
),
tiered as (
  select
    *,
    case
      when quality_score >= 75 then 'Premium'
      when quality_score >= 50 then 'Standard'
      when quality_score >= 25 then 'Basic'
    end as quality_tier
  from scored
)
select
  farm_id as id,
  quality_tier,
  coalesce(quality_tier, 'Incomplete') || ' listing' as quality_tier_label,
  * exclude (farm_id, quality_tier, spoke_at, as_of, edition)
    replace (nullif(hours_confirmed_at, edition_moment(edition, 1)) as hours_confirmed_at)
from tiered;

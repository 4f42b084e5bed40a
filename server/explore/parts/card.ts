import { html, type Html } from '../../../data/html.ts'
import type { Farm, PlaceType } from '../../../data/schema/tables/farm.ts'
import { freshness, icon } from '../../pages/parts.ts'
import type { IconName } from '../../pages/sprite.ts'
import { ageOf } from './age.ts'
import { placeTypeWords, townOf } from './words.ts'

/** The icon of each place type, and the class of its color. */
export const placeTypeMarks: Readonly<Record<PlaceType, readonly [icon: IconName, kind: string]>> =
  {
    farm: ['warehouse', 'farm'],
    farmers_market: ['tent', 'market'],
    csa: ['package', 'csa'],
    ranch: ['warehouse', 'farm'],
    on_farm_market: ['store', 'farm'],
    food_hub: ['truck', 'hub'],
    agritourism: ['tractor', 'farm'],
    market: ['tent', 'market'],
  }

/** The type of a place as a picture; words stand beside it. */
export function typeIcon(type: PlaceType): Html {
  const [name, kind] = placeTypeMarks[type]
  return html`<span class="type ${kind}">${icon(name)}</span>`
}

export type CardFarm = Pick<
  Farm,
  'id' | 'name' | 'place_type' | 'city' | 'state' | 'products' | 'updated_at' | 'last_listed'
> & { distance_mi?: number | null | undefined; said_at: { products: string | null } }

export type CardParts = {
  now: Date
  wanted?: readonly string[]
  /** The state on the requested day: `Open Saturday`. */
  when?: string | undefined
  actions?: Html | null
}

const mostNamed = 4

/** A farm in a list: type, place, age and products. */
export function placeCard(farm: CardFarm, { now, wanted = [], when, actions }: CardParts): Html {
  const { distance_mi, said_at } = farm
  const place = [
    placeTypeWords[farm.place_type][0],
    townOf(farm),
    distance_mi == null ? '' : `${distance_mi.toFixed(1)}\u00a0mi`,
  ]
  // Beside products, the age is theirs; beside a day, the listing's, unless products are asked for.
  const isOfProducts = farm.products !== null && (wanted.length > 0 || when === undefined)
  return html`<li class="place" data-farm="${farm.id}">
    ${typeIcon(farm.place_type)}
    <div>
      <a class="name" href="/farms/${farm.id}">${farm.name}</a>
      <p>${place.filter(Boolean).join(' · ')}</p>
      ${offered(farm.products, wanted)}
      <p>
        ${when === undefined ? null : html`<strong>${when}</strong> · `}
        ${isOfProducts ? freshness(said_at.products, now) : ageOf(farm, now)}
      </p>
    </div>
    ${actions}
  </li>`
}

function offered(products: readonly string[] | null, wanted: readonly string[]): Html {
  if (products === null) return html`<p class="sells unknown">Products not known</p>`
  const first = products.filter((name) => wanted.includes(name))
  const named = [...first, ...products.filter((name) => !first.includes(name))].slice(0, mostNamed)
  const more = products.length - named.length
  return html`<p class="sells">
    <span
      >${named.map(
        (name, at) =>
          html`${at > 0 ? ', ' : ''}${first.includes(name) ? html`<b>${name}</b>` : name}`,
      )}</span
    >
    ${more > 0 ? html`<span class="unknown">and ${more} more</span>` : null}
  </p>`
}

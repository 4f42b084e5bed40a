import type { FeedFarm } from '../schema/input/farm_feed.ts'
import type { PlaceType } from '../schema/tables/farm.ts'
import chances from './chances.json' with { type: 'json' }
import type { Random } from './random.ts'

type Chances = Readonly<Record<string, number>>

/**
 * Draws a farm's practices, delivery and payment methods, with gaps; undefined = unknown. Terms are likeliest first,
 * some in the directories' spelling, not the vocabulary's.
 */
export function drawAttributes(type: PlaceType, random: Random): Partial<FeedFarm> {
  return {
    certifications: random.maybe(0.3, () => drawEach(chances.certifications, random)),
    practices: random.maybe(0.45, () => drawEach(chances.practices, random)),
    delivery_options: random.maybe(0.5, () => drawEach(chances.delivery_options[type], random)),
    payment_methods: random.maybe(0.55, () => drawEach(chances.payment_methods, random)),
  }
}

/** Draws each term with its own chance; if none is drawn, takes the likeliest. */
function drawEach(chances: Chances, random: Random): string[] {
  const terms = Object.keys(chances).filter((term) => random.chance(chances[term]!))
  return terms.length > 0 ? terms : [Object.keys(chances)[0]!]
}

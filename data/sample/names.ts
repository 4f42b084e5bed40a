import type { PlaceType } from '../schema/tables/farm.ts'
import type { SamplePlace } from './places.ts'
import type { Random } from './random.ts'
import { brandMarks, brands, features, firstNames, lastNames, qualities } from './words.ts'

/**
 * Invents a farm's name in the style of its place type. As with real names, they repeat from town to town,
 * some in another spelling ("Stone Creek Farm", "The Stonecreek Farm").
 */
export function farmName(type: PlaceType, place: SamplePlace, random: Random): string {
  return respelled(random.pick(patterns[type])(random, place), random)
}

export const personName = (random: Random): string =>
  `${random.pick(firstNames)} ${random.pick(lastNames)}`

type Pattern = (random: Random, place: SamplePlace) => string

/** Makes patterns of a name followed by one of several designations. */
function followed(name: Pattern) {
  return (...kinds: string[]): Pattern =>
    (random, place) =>
      `${name(random, place)} ${random.pick(kinds)}`
}

const scenery = (random: Random) => `${random.pick(qualities)} ${random.pick(features)}`

const named = followed((random) => (random.chance(0.75) ? scenery(random) : random.pick(lastNames)))
const family = followed((random) => random.pick(lastNames))
const ofTown = followed((_, { town }) => town)

const farmPatterns = [
  named('Farm', 'Farm', 'Farm', 'Farms', 'Acres', 'Gardens', 'Homestead', 'Growers', 'Produce'),
  named('Farm', 'Organics', 'Orchard', 'Berry Farm', 'Creamery', 'Apiary', 'Flower Farm'),
  family('Family Farm', 'Farms', 'Brothers Farm', '& Daughters Farm', '& Sons Farm'),
]
const patterns: Record<PlaceType, Pattern[]> = {
  farm: farmPatterns,
  farmers_market: [
    ofTown('Farmers Market', "Farmers' Market", 'Community Farmers Market', 'Saturday Market'),
    ofTown('Farmers Market', 'Winter Farmers Market', 'Growers Market', 'Certified Farmers Market'),
    (_, { town }) => `Downtown ${town} Farmers Market`,
    named('Farmers Market'),
  ],
  csa: [named('CSA', 'Farm CSA', 'Community Farm', 'Farm Share'), family('Family CSA')],
  ranch: [
    named('Ranch', 'Ranch', 'Cattle Company', 'Beef', 'Meats', 'Land & Livestock'),
    (random) => `${random.pick(brands)} ${random.pick(brandMarks)} Ranch`,
    family('Ranch', 'Family Ranch', 'Cattle'),
  ],
  on_farm_market: [
    named('Farm Stand', 'Farm Market', 'Farm Store', 'Orchard', 'Fruit Farm'),
    family('Farm Market', 'Orchards', 'Roadside Stand'),
  ],
  food_hub: [ofTown('Food Hub', 'Local Food Hub'), named('Food Hub', 'Growers Cooperative')],
  agritourism: [
    named('Pumpkin Patch', 'Corn Maze', 'U-Pick', 'Lavender Farm', 'Orchard & Cider Mill'),
    family('Christmas Tree Farm', 'Berry Patch', 'Pumpkin Farm'),
  ],
  market: [
    ofTown('Country Market', 'Local Foods', 'Food Co-op', 'Public Market'),
    named('Market', 'General Store', 'Provisions'),
  ],
}

/** One name in sixteen gets another spelling. */
function respelled(name: string, random: Random): string {
  if (!random.chance(1 / 16)) return name
  const [first = '', second = '', ...others] = name.split(' ')
  if (random.chance(0.4)) return `The ${name}`
  if (random.chance(0.5)) return `${name} LLC`
  return features.includes(second) ? [first + second.toLowerCase(), ...others].join(' ') : name
}

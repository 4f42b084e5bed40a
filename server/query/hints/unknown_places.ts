import { countyKinds } from '../../../data/geography/gazetteer/county_names.ts'
import { placeKey } from '../../../data/geography/place_key.ts'
import { readCity } from '../../http/parameters/cities.ts'
import { conditions, type FilterValues } from '../filters/conditions.ts'
import type { FilterRequest } from '../filters/filter.ts'
import { searchPlace, similarPlaces } from '../reader/places/locate.ts'
import { countFarms } from '../select.ts'

/** A misspelled city or county of a filter, and the place of farms with the nearest spelling. */
export type Misspelled = { parameter: Parameter; text: string; meant: string }
type Parameter = (typeof parameters)[number]
const parameters = ['city', 'county'] as const

/** Maximum number of names examined for farms. */
const mostExamined = 5

/** Finds a request's first city or county that is no place, and the place that was probably meant. */
export async function misspelledPlace(
  values: FilterValues,
  request: FilterRequest,
): Promise<Misspelled | null> {
  for (const parameter of parameters)
    for (const text of (values[parameter] ?? []) as string[]) {
      const meant = await placeMeant(parameter, text, request)
      if (meant !== null) return { parameter, text, meant }
    }
  return null
}

async function placeMeant(parameter: Parameter, text: string, request: FilterRequest) {
  const { snapshot } = request
  const hasFarms = async (place: string) =>
    (await countFarms(snapshot, {}, conditions({ [parameter]: [place] }, request))) > 0
  const full = parameter === 'county' ? inFull(text) : text
  if ((await hasFarms(text)) || searchPlace(snapshot.gazetteer, full).is !== 'nothing') return null
  const { state } = readCity(full)
  const similar = similarPlaces(snapshot.gazetteer, full)
    .filter(
      ({ kind, name }) => kind === parameter && (state === null || name.endsWith(` ${state}`)),
    )
    .map(({ name }) => (state === null ? readCity(name).name : name))
  for (const name of [...new Set(similar)].slice(0, mostExamined))
    if (await hasFarms(name)) return name
  return null
}

/** A county as places name it: `Albany County, NY` for `Albany, NY`. */
function inFull(text: string): string {
  const { name, state } = readCity(text)
  const isFull = countyKinds.some((kind) => placeKey(name).endsWith(kind))
  const county = isFull ? name : `${name} County`
  return state === null ? county : `${county}, ${state}`
}

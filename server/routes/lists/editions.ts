import type { FilterValues } from '../../query/filters/conditions.ts'
import type { Eventual } from '../../eventual.ts'
import { Problem } from '../../http/problem.ts'
import type { Services } from '../../services.ts'

/** Filters that compare with a snapshot's editions, if they name one. */
const ofEditions = ['first_listed_since', 'last_listed_since'] as const

/**
 * The newest editions of the snapshots that filters name. Throws a 410 Problem for a snapshot that is
 * not published (any more).
 */
export function editionsOf(
  values: FilterValues,
  { published }: Pick<Services, 'published'>,
): Eventual<Editions> {
  const named = ofEditions.filter((parameter) => typeof values[parameter] === 'string')
  if (named.length === 0) return none
  const found = named.map(async (parameter) => {
    const id = String(values[parameter])
    const manifest = await published.find(id)
    if (!manifest) throw gone(parameter, id)
    return [id, manifest.edition] as const
  })
  return Promise.all(found).then((editions) => new Map(editions))
}

type Editions = ReadonlyMap<string, string | null>
const none: Editions = new Map()

const gone = (parameter: string, id: string) =>
  new Problem('gone', `${parameter}: snapshot ${id} is not published any more; give a date`, {
    errors: [{ parameter, message: 'names a snapshot that is not published any more' }],
  })

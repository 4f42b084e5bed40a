import type { Manifest } from '../../../data/schema/manifest.ts'
import { editDistance } from '../../../data/vocabulary/edit_distance.ts'
import { badParameters, Problem } from '../../http/problem.ts'

/** Two ids differ in more characters than these, so a nearer id is a typing error. */
const typingErrors = 2

/**
 * Finds the snapshot that a client has: by id, or the newest built at or before the instant and not after
 * `target`. `published`: newest first. Throws a 410 Problem if it is not kept any more. Throws a 400 Problem
 * if no such snapshot can exist yet, or the id is mistyped.
 */
export function baseOfChanges(
  since: Date | string,
  published: readonly Manifest[],
  target: Manifest,
  now: Date,
): Manifest {
  const found =
    typeof since === 'string'
      ? published.find(({ id }) => id === since)
      : newestBefore(since, published, target, now)
  if (found) return found
  if (typeof since === 'string') checkId(since, published, target)
  throw notKept(published.at(-1) ?? target)
}

function newestBefore(
  instant: Date,
  published: readonly Manifest[],
  target: Manifest,
  now: Date,
): Manifest | undefined {
  if (instant > now && instant > new Date(target.built_at)) throw notYet(target.id)
  return published.find(
    ({ id, built_at }) => id <= target.id && new Date(built_at).getTime() <= instant.getTime(),
  )
}

function checkId(given: string, published: readonly Manifest[], target: Manifest): void {
  const meant = published.find(({ id }) => editDistance(id, given) <= typingErrors)
  if (meant)
    throw badParameters([
      {
        parameter: 'since',
        message: `there is no snapshot ${given}; did you mean \`${meant.id}\`?`,
        suggestion: meant.id,
      },
    ])
  if (given > (published[0] ?? target).id) throw notYet(target.id)
}

const notYet = (id: string) =>
  badParameters([
    {
      parameter: 'since',
      message: `is in the future; changes are known up to snapshot \`${id}\``,
      suggestion: id,
    },
  ])

const notKept = ({ id, built_at }: Manifest) =>
  new Problem(
    'gone',
    `since: changes are kept from snapshot ${id} on, which was built at ${built_at}; load the whole list again, from the files of /v1/snapshots/latest or by paging through /v1/farms, and continue with its snapshot`,
    {
      errors: [
        {
          parameter: 'since',
          message: `is older than ${id}, the oldest snapshot kept`,
          suggestion: id,
        },
      ],
    },
  )

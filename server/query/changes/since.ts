import { editDistance } from '../../../data/vocabulary/edit_distance.ts'
import { badParameters, Problem } from '../../http/problem.ts'
import type { ChangeBase } from './change_log.ts'

/** Two ids differ in more characters than these, so a nearer id is a typing error. */
const typingErrors = 2

/**
 * Finds the snapshot that a client has: by id, or the newest built at or before the instant and not after
 * `target`. `bases`: the snapshots from which changes are known, newest first. Throws a 410 Problem if it is
 * older, and a 400 Problem if no such snapshot can exist yet, or the id is mistyped.
 */
export function baseOfChanges(
  since: Date | string,
  bases: readonly ChangeBase[],
  target: ChangeBase,
  now: Date,
): ChangeBase {
  const found =
    typeof since === 'string'
      ? bases.find(({ id }) => id === since)
      : newestBefore(since, bases, target, now)
  if (found) return found
  if (typeof since === 'string') checkId(since, bases, target)
  throw notKept(bases.at(-1) ?? target)
}

function newestBefore(
  instant: Date,
  bases: readonly ChangeBase[],
  target: ChangeBase,
  now: Date,
): ChangeBase | undefined {
  if (instant > now && instant > new Date(target.built_at)) throw notYet(target.id)
  return bases.find(
    ({ id, built_at }) => id <= target.id && new Date(built_at).getTime() <= instant.getTime(),
  )
}

function checkId(given: string, bases: readonly ChangeBase[], target: ChangeBase): void {
  const meant = bases.find(({ id }) => editDistance(id, given) <= typingErrors)
  if (meant)
    throw badParameters([
      {
        parameter: 'since',
        message: `there is no snapshot ${given}; did you mean \`${meant.id}\`?`,
        suggestion: meant.id,
      },
    ])
  if (given > (bases[0] ?? target).id) throw notYet(target.id)
}

const notYet = (id: string) =>
  badParameters([
    {
      parameter: 'since',
      message: `is in the future; changes are known up to snapshot \`${id}\``,
      suggestion: id,
    },
  ])

const notKept = ({ id, built_at }: ChangeBase) =>
  new Problem(
    'gone',
    `since: changes are kept from snapshot ${id} on, which was built at ${built_at}; load the whole list again, from the files of /v1/snapshots/latest or by paging through /v1/farms, and continue with its snapshot`,
    {
      errors: [
        {
          parameter: 'since',
          message: `is older than ${id}, the oldest of these`,
          suggestion: id,
        },
      ],
    },
  )

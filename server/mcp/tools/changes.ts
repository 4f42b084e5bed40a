import { z } from 'zod'
import { day_ms } from '../../../data/calendar.ts'
import { counted } from '../../../data/digit_grouping.ts'
import type { Ask, BodyOf } from '../../ask/ask.ts'
import { Problem } from '../../http/problem.ts'
import { netChanges } from '../../routes/snapshots/net_changes.ts'
import { placeOf, pinned } from '../farm_lines.ts'
import { listPage, page, state } from '../parameters.ts'
import { names, oneLine, quoted } from '../text.ts'
import { tool } from '../tool.ts'

type Changes = BodyOf<typeof netChanges>
type Change = Changes['data'][number]

const perPage = 20

const entry = z.strictObject({
  farm_id: z.string(),
  kind: z.string().describe('added, changed, delisted, removed, merged or moved_out'),
  merged_into: z.string().nullable(),
  fields: z.array(z.string()).describe('Changed fields'),
  name: z.string().nullable(),
  place: z.string().nullable(),
})

export const changes = tool({
  name: 'list_changes',
  title: 'Changes',
  description:
    'Farms added, changed or no longer listed since a date, in a state or everywhere. If the date is too old, the error names the earliest snapshot: call again with it.',
  input: z.strictObject({
    since: z
      .string()
      .optional()
      .describe(
        'A date "2026-01-31", or a snapshot id; default: a week ago, or the first snapshot',
      ),
    state: state.optional(),
    page,
  }),
  output: z.strictObject({
    since: z.string().describe('Snapshot from which changes are counted'),
    ...listPage,
    changes: z.array(entry),
  }),
  async answer({ since, ...asked }, { ask, clock }) {
    const weekAgo = new Date(clock().getTime() - 7 * day_ms).toISOString()
    const found =
      since === undefined
        ? await sinceOrFirst(ask, weekAgo, asked)
        : await changesSince(ask, since, asked)
    const { data, meta } = found
    const where = asked.state === undefined ? '' : ` in ${asked.state}`
    return {
      head: [
        `${counted(meta.total, 'farm')} changed${where} since snapshot ${meta.since}.`,
        ...(meta.since === meta.snapshot
          ? ['That is the live snapshot: changes show after the next one is published.']
          : []),
      ],
      items: data.map(changeLine),
      tail: [
        ...(meta.has_more ? [`More: call again with page ${asked.page + 1}.`] : []),
        `Coverage: all farms${where} of both snapshots; a farm that no source lists any more may still be there.`,
      ],
      data: {
        since: meta.since!,
        total: meta.total,
        page: meta.page,
        has_more: meta.has_more,
        changes: data.map(entryOf),
      },
      list: 'changes',
      snapshot: meta.snapshot,
      sources: [pinned(found)],
    }
  },
})

type Asked = { state?: string | undefined; page: number }

const changesSince = (ask: Ask, since: string, asked: Asked): Promise<Changes> =>
  ask(netChanges, { since, ...asked, per_page: perPage })

/** Since an instant, or since the oldest snapshot kept, if that is younger. */
async function sinceOrFirst(ask: Ask, instant: string, asked: Asked): Promise<Changes> {
  try {
    return await changesSince(ask, instant, asked)
  } catch (error) {
    const first = error instanceof Problem && error.status === 410 && error.errors[0]?.suggestion
    if (!first) throw error
    return changesSince(ask, first, asked)
  }
}

const nameOf = ({ farm, delisted_name }: Change) => farm?.name ?? delisted_name

const entryOf = (change: Change) => ({
  farm_id: change.farm_id,
  kind: change.kind,
  merged_into: change.merged_into,
  fields: change.fields.slice(0, 8),
  name: nameOf(change) && oneLine(nameOf(change)!, 100),
  place: change.farm ? [change.farm.city, change.farm.state].filter(Boolean).join(', ') : null,
})

function changeLine(change: Change): string {
  const { farm_id, kind, merged_into, fields, causes, farm } = change
  const name = nameOf(change)
  const who = [name ? quoted(name, 100) : 'a farm', ...(farm ? [placeOf(farm)] : [])].join(', ')
  const what = fields.length > 0 ? ` (${names(fields, 8)})` : ''
  const into = merged_into === null ? '' : ` into ${merged_into}`
  const why = causes === null ? '; cause unknown' : ''
  return `- ${kind}${into}${what}: ${who}; id ${farm_id}${why}`
}

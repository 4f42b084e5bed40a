import { z } from 'zod'
import { counted } from '../../../data/counted.ts'
import type { BodyOf } from '../../ask/ask.ts'
import { netChanges } from '../../routes/snapshots/net_changes.ts'
import { placeOf } from '../farm_lines.ts'
import { page, state } from '../parameters.ts'
import { answerText, names, quoted } from '../text.ts'
import { tool } from '../tool.ts'

type Change = BodyOf<typeof netChanges>['data'][number]

const week_ms = 7 * 24 * 60 * 60 * 1000
const perPage = 20

export const changes = tool({
  name: 'list_changes',
  title: 'Changes',
  description:
    'Farms added, changed or no longer listed since a date, in a state or everywhere. If the date is too old, the error names the earliest date: call again with it.',
  input: z.strictObject({
    since: z
      .string()
      .optional()
      .describe('A date "2026-01-31", or a snapshot id; default: a week ago'),
    state: state.optional(),
    page,
  }),
  async answer({ since, state, page }, { ask, clock }) {
    const weekAgo = new Date(clock().getTime() - week_ms).toISOString()
    const { data, meta } = await ask(netChanges, {
      since: since ?? weekAgo,
      state,
      page,
      per_page: perPage,
    })
    const where = state === undefined ? '' : ` in ${state}`
    return answerText({
      head: [`${counted(meta.total, 'farm')} changed${where} since snapshot ${meta.since}.`],
      items: data.map(changeLine),
      tail: [
        ...(meta.has_more ? [`More: call again with page ${page + 1}.`] : []),
        `Snapshot ${meta.snapshot}. Coverage: all farms${where} of both snapshots; a farm that no source lists any more may still be there.`,
      ],
    })
  },
})

function changeLine({ farm_id, kind, merged_into, fields, causes, farm }: Change): string {
  const who = farm ? `${quoted(farm.name ?? 'name unknown', 100)}, ${placeOf(farm)}` : 'a farm'
  const what = fields.length > 0 ? ` (${names(fields, 8)})` : ''
  const into = merged_into === null ? '' : ` into ${merged_into}`
  const why = causes === null ? '; cause unknown' : ''
  return `- ${kind}${into}${what}: ${who}; id ${farm_id}${why}`
}

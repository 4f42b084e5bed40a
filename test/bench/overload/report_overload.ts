import { groupDigits } from '../../../data/digit_grouping.ts'
import { table } from '../report_tables.ts'
import type { Burst } from './burst.ts'
import type { Asked, Flooded } from './flood.ts'
import type { Overload } from './overload.ts'

const targets = { goodput: 0.8, modest_ms: 2000, health_ms: 100 }

/** The least share of a burst of so many requests that is to be answered. */
const shareOf = (requests: number) => (requests > 200 ? 0.95 : 1)

/** How the server stood bursts and floods; nothing if neither was measured. */
export const overloadTables = ({ bursts, floods }: Overload): string[] => [
  ...(bursts.length > 0 ? ['', burstTable(bursts)] : []),
  ...(floods.length > 0
    ? ['', floodTable(floods), '', `Goodput: answers a second during the flood, of those in calm.`]
    : []),
]

function burstTable(bursts: Burst[]): string {
  const sizes = [...new Set(bursts.map(({ requests }) => requests))]
  const rows = sizes.map((size) => {
    const some = bursts.filter(({ requests }) => requests === size)
    const least = Math.min(...some.map(({ answered }) => answered)) / size
    return [
      `${groupDigits(size)} at once`,
      String(some.length),
      least.toFixed(3),
      `≥ ${shareOf(size).toFixed(2)}`,
      least >= shareOf(size) ? 'met' : 'missed',
      String(some.reduce((sum, { lost }) => sum + lost, 0)),
      whole(Math.max(...some.map(({ median_ms }) => median_ms))),
      whole(Math.max(...some.map(({ longest_ms }) => longest_ms))),
    ]
  })
  return table('burst|rounds|answered|target||lost|median ms|longest ms', rows)
}

const floodTable = (floods: Flooded[]): string =>
  table(
    'flood|connections|calm /s|answered /s|refused /s|lost|goodput||modest p50|p99||healthz p50|p99|',
    floods.map((each) => [
      each.name,
      groupDigits(each.connections),
      ...[each.calm_per_s, each.answered_per_s, each.refused_per_s].map(whole),
      String(each.lost),
      each.goodput.toFixed(2),
      verdict(each.goodput >= targets.goodput),
      ...asked(each.modest, targets.modest_ms),
      ...asked(each.health, targets.health_ms),
    ]),
  )

const asked = (some: Asked, target_ms: number) => [
  whole(some.p50_ms),
  whole(some.p99_ms),
  verdict(some.p99_ms <= target_ms && some.answered === some.requests),
]

const verdict = (isMet: boolean) => (isMet ? 'met' : 'missed')
const whole = (number: number) => groupDigits(Math.round(number))

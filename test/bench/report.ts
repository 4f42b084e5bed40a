import { groupDigits } from '../../data/digit_grouping.ts'
import type { Result } from './bench.ts'
import type { Measurement } from './measure.ts'
import { overloadTables } from './overload/report_overload.ts'
import { halfLoadTable, peersTable, throughputTable, workersTable } from './report_tables.ts'

/** The result as people read it. */
export function reportText(result: Result): string {
  const { machine, farms, measured_at, endpoints } = result
  return [
    `${measured_at.slice(0, 10)}, ${machine.cores} × ${machine.cpu}, ${machine.memory_gb} GB, ${machine.system}, Node ${machine.node}`,
    `${groupDigits(farms)} synthetic farms, 16 connections, the load on the same machine`,
    ...endpointTables(endpoints),
    ...peersTable(endpoints),
    ...workersTable(result),
    ...overloadTables(result.overload),
    '',
    ...baselineLines(result),
    ...suggestLine(result),
    ...buildLines(result),
  ].join('\n')
}

function endpointTables(endpoints: Measurement[]): string[] {
  if (endpoints.length === 0) return []
  return [
    '',
    throughputTable(endpoints),
    '',
    'Share: of the throughput of bare Koa sending the same bytes, measured in turns. CPU: processor',
    "time of the server's process for a request; above: what bare Koa takes is subtracted; share: bare",
    "Koa's divided by it. Load: its share of the processor time of both. Bytes: of a body, on average.",
    '',
    halfLoadTable(endpoints),
    '',
    'At half of the throughput reached, and bare Koa at the same rate. Stall: the longest of each second',
    'of the event loop, their median and the longest of all.',
  ]
}

const baselineLines = ({ endpoints }: Result): string[] =>
  endpoints.flatMap(({ name, baseline }) =>
    baseline
      ? [
          `${name}: ${baseline.times.toFixed(1)} times as many as ${baseline.name} answers, ${baseline.requests_per_s.toFixed(1)} /s (target ${baseline.target} times)`,
        ]
      : [],
  )

/** Typing must not feel slower than the quickest answer there is. */
function suggestLine({ endpoints }: Result): string[] {
  const [suggest, stats] = ['suggest', 'stats'].map((wanted) =>
    endpoints.find(({ name }) => name === wanted),
  )
  if (!suggest || !stats) return []
  const times = suggest.half_load.server.p99_ms / stats.half_load.server.p99_ms
  return [`suggest: p99 at half load ${times.toFixed(1)} times that of stats (target 3 at most)`]
}

/** What opening may take, for snapshots of up to so many farms. */
const openingTargets = [
  { farms: 100_000, seconds: 2, memory_mb: 400 },
  { farms: 1_000_000, seconds: 5, memory_mb: 1200 },
  { farms: 10_000_000, seconds: null, memory_mb: 6000 },
]

function buildLines({ farms, opening_s, resident_mb, build }: Result): string[] {
  const target = openingTargets.find((each) => farms <= each.farms)
  const seconds = build.map((stage) => `${stage.name} ${stage.seconds.toFixed(1)}`)
  const total_s = build.reduce((sum, stage) => sum + stage.seconds, 0)
  return [
    `Opening to ready: ${opening_s.toFixed(2)} s${target?.seconds ? ` (target ${target.seconds} s)` : ''}`,
    `Resident memory: ${resident_mb.after_opening} MB after opening, ${resident_mb.after_load} MB after the load${target ? ` (target ${target.memory_mb} MB)` : ''}`,
    `Build: ${total_s.toFixed(1)} s (${seconds.join(', ')})`,
  ]
}

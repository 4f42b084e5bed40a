import { groupDigits } from '../../data/digit_grouping.ts'
import type { Result } from './bench.ts'
import type { Measurement } from './measure.ts'

/** The result as people read it. */
export function reportText(result: Result): string {
  const { machine, farms, measured_at, opening_s, resident_mb, build } = result
  const seconds = build.map((stage) => `${stage.name} ${stage.seconds.toFixed(1)}`)
  const total_s = build.reduce((sum, stage) => sum + stage.seconds, 0)
  const target = openingTargets.find((each) => farms <= each.farms)
  return [
    `${measured_at.slice(0, 10)}, ${machine.cores} × ${machine.cpu}, ${machine.memory_gb} GB, ${machine.system}, Node ${machine.node}`,
    `${groupDigits(farms)} synthetic farms, 16 connections, the load on the same machine`,
    '',
    table(headings, result.endpoints.map(cells)),
    '',
    'Share: of the throughput of bare Koa sending the same bytes, measured in turns. CPU: processor',
    "time of the server's process for a request, and the ceiling's divided by it. Half load: at half",
    'of the throughput reached.',
    ...result.endpoints.flatMap(baselineLine),
    '',
    `Opening to ready: ${opening_s.toFixed(2)} s${target ? ` (target ${target.seconds} s)` : ''}`,
    `Resident memory: ${resident_mb.after_opening} MB after opening, ${resident_mb.after_load} MB after the load${target ? ` (target ${target.memory_mb} MB)` : ''}`,
    `Build: ${total_s.toFixed(1)} s (${seconds.join(', ')})`,
  ].join('\n')
}

const baselineLine = ({ name, baseline }: Measurement): string[] =>
  baseline
    ? [
        `${name}: ${baseline.times.toFixed(1)} times as many as ${baseline.name} answers, ${baseline.requests_per_s.toFixed(1)} /s (target ${baseline.target} times)`,
      ]
    : []

/** What opening may take, for snapshots of up to so many farms. */
const openingTargets = [
  { farms: 100_000, seconds: 2, memory_mb: 400 },
  { farms: 1_000_000, seconds: 10, memory_mb: 2500 },
]

const headings = [
  'endpoint',
  'req/s',
  'p50 ms',
  'p99 ms',
  'ceiling req/s',
  'share',
  'target',
  '',
  'CPU µs',
  'CPU share',
  'half load p50 ms',
  'p99 ms',
]

const cells = ({
  name,
  server,
  ceiling,
  share,
  target,
  cpu_share,
  half_load,
}: Measurement): string[] => [
  name,
  whole(server.requests_per_s),
  server.p50_ms.toFixed(2),
  server.p99_ms.toFixed(2),
  whole(ceiling.requests_per_s),
  share.toFixed(2),
  `≥ ${target.toFixed(2)}`,
  share >= target ? 'met' : 'missed',
  whole(server.cpu_us),
  cpu_share.toFixed(2),
  half_load.p50_ms.toFixed(2),
  half_load.p99_ms.toFixed(2),
]

const whole = (number: number) => groupDigits(Math.round(number))

function table(head: string[], rows: string[][]): string {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
  return all.map(line).join('\n')
}

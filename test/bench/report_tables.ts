import { groupDigits } from '../../data/digit_grouping.ts'
import type { Result } from './bench.ts'
import type { Measurement, Steady } from './measure.ts'

/** How many answers, and what each takes. */
export const throughputTable = (endpoints: Measurement[]): string =>
  table(
    `endpoint|req/s|bare Koa|share|target||p50 ms|p99 ms|CPU µs|above|CPU share|load|bytes`,
    endpoints.map((each) => [
      each.name,
      whole(each.server.requests_per_s),
      whole(each.ceiling.requests_per_s),
      each.share.toFixed(2),
      `≥ ${each.target.toFixed(2)}`,
      each.share >= each.target ? 'met' : 'missed',
      each.server.p50_ms.toFixed(2),
      each.server.p99_ms.toFixed(2),
      whole(each.server.cpu_us),
      whole(each.cpu_above_us),
      each.cpu_share.toFixed(2),
      each.server.load_share.toFixed(2),
      whole(each.server.bytes),
    ]),
  )

/** The greatest p99 at half load, in p50s. */
const mostSpread = 4

/** How evenly answers come at half load. */
export const halfLoadTable = (endpoints: Measurement[]): string =>
  table(
    'endpoint|req/s|p50 ms|p99 ms|p99 / p50||stall ms|most|Koa p50|Koa p99|Koa stall|most',
    endpoints.map(({ name, half_load: { server, ceiling } }) => [
      name,
      whole(server.requests_per_s),
      server.p50_ms.toFixed(2),
      server.p99_ms.toFixed(2),
      (server.p99_ms / server.p50_ms).toFixed(1),
      server.p99_ms < mostSpread * server.p50_ms ? 'met' : 'missed',
      ...stallCells(server),
      ceiling.p50_ms.toFixed(2),
      ceiling.p99_ms.toFixed(2),
      ...stallCells(ceiling),
    ]),
  )

function stallCells({ stalls_ms }: Steady): [median: string, most: string] {
  const sorted = stalls_ms.toSorted((a, b) => a - b)
  const cell = (place: number) => sorted[place]?.toFixed(1) ?? '–'
  return [cell(sorted.length >> 1), cell(sorted.length - 1)]
}

/** Other programs beside the server; nothing where none was asked for. */
export function peersTable(endpoints: Measurement[]): string[] {
  const rows = endpoints.flatMap(({ name, server, share, ceiling, peers }) =>
    peers.length === 0
      ? []
      : [
          { name: 'bare Koa, the same bytes', share: 1, figures: ceiling },
          { name: 'this server', share, figures: server },
          ...peers,
        ].map((each) => [
          name,
          each.name,
          whole(each.figures.requests_per_s),
          each.share.toFixed(3),
          each.figures.p50_ms.toFixed(2),
          each.figures.p99_ms.toFixed(2),
        ]),
  )
  return rows.length === 0
    ? []
    : ['', table('endpoint|what answers|req/s|share|p50 ms|p99 ms', rows)]
}

const moreWorkers = { times_of_two: 1.7, per_cpu: 0.85, memory: 0.25 }

/** Several workers beside one; nothing where one was asked for. */
export function workersTable({ endpoints, workers, resident_mb, one_worker_mb }: Result): string[] {
  if (one_worker_mb === null || workers === null) return []
  const rows = endpoints.map(({ name, server, one_worker: one, ceiling, ceiling_of_workers }) => [
    name,
    whole(one!.requests_per_s),
    whole(server.requests_per_s),
    (server.requests_per_s / one!.requests_per_s).toFixed(2),
    whole(one!.cpu_us),
    whole(server.cpu_us),
    (one!.cpu_us / server.cpu_us).toFixed(2),
    (ceiling.cpu_us / ceiling_of_workers!.cpu_us).toFixed(2),
    server.load_share.toFixed(2),
  ])
  const further = (resident_mb.after_load - one_worker_mb.after_load) / (workers - 1)
  return [
    '',
    table(
      `endpoint|1 worker req/s|${workers} workers|times|CPU µs|${workers} workers|per CPU|bare Koa|load`,
      rows,
    ),
    `Two workers on two free cores: target ${moreWorkers.times_of_two} times, and ${moreWorkers.per_cpu} of the requests per processor second, or 0.9 of what bare Koa keeps. Memory of each further worker: ${Math.round(further)} MB, ${(further / one_worker_mb.after_load).toFixed(2)} of the first (target ${moreWorkers.memory})`,
  ]
}

const whole = (number: number) => groupDigits(Math.round(number))

/** Columns that line up, under headings that bars part. */
export function table(headings: string, rows: string[][]): string {
  const all = [headings.split('|'), ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  const isText = (column: number) => rows.every((row) => !/^[\d–-]/.test(row[column]!))
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        isText(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd()
  return all.map(line).join('\n')
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { load, type Load, type LoadResult } from './load.ts'
import type { Requests } from './requests.ts'

/** So many requests are drawn; after the last one wrk begins again. */
const drawn = 5000
/** What is asked first, to see that answers are as expected, and how many bytes they have. */
const sample = { connections: 2, seconds: 0.1 }

const script = join(import.meta.dirname, 'wrk.lua')

/**
 * Does the same as `load` with wrk, which takes a quarter of the processor time of `load`, in whole
 * seconds and at no rate. Throws if wrk does not run, a request fails, or answers of a sample are not as expected.
 */
export async function loadByWrk(
  url: URL,
  requests: Requests,
  { connections, seconds }: Omit<Load, 'rate_per_s'>,
): Promise<LoadResult> {
  const { bytes, latencies_ms: sampled } = await load(url, requests, sample)
  const folder = await mkdtemp(join(tmpdir(), 'farm-directory-wrk-'))
  try {
    const path = join(folder, 'requests.tsv')
    await writeFile(path, Array.from({ length: drawn }, () => lineOf(requests)).join(''))
    const whole = String(Math.ceil(seconds))
    const options = ['-t1', `-c${connections}`, `-d${whole}`, '--timeout', '30', '-s', script]
    const { refused, lost, ...result } = await wrk([...options, url.href, '--', path])
    const isAny = requests.expected.status === null
    if (lost > 0 || (refused > 0 && !isAny))
      throw new Error(`${requests.expected.name}: wrk had ${lost} failures and ${refused} refusals`)
    return { ...result, bytes: (bytes / sampled.length) * result.requests }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function lineOf({ next }: Requests): string {
  const { path, headers } = next()
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${[path, ...fields].join('\t')}\n`
}

type Result = Omit<LoadResult, 'bytes'> & { refused: number; lost: number }

/** The shell tells the processor time of its children. Throws what wrk prints if it fails. */
async function wrk(args: string[]): Promise<Result> {
  const child = spawn('sh', ['-c', 'wrk "$@" && times', 'sh', ...args])
  const [out, error, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  if (status !== 0) throw new Error(`wrk ended with status ${status}: ${error || out}`)
  const lines = out.trim().split('\n')
  const result = lines.find((line) => line.startsWith('{'))!
  return { ...(JSON.parse(result) as Result), cpu_us: 1e6 * secondsOf(lines.at(-1)!) }
}

/** The sum of times such as `0m1.500s 0m0.250s`. */
const secondsOf = (times: string): number =>
  [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  )

/** Whether wrk can be run. */
export async function hasWrk(): Promise<boolean> {
  const child = spawn('wrk', ['--version'], { stdio: 'ignore' })
  return once(child, 'exit').then(
    () => true,
    () => false,
  )
}

// Measures how fast the pages of a running server are shown on a phone: `npm run bench:pages -- URL`.
import { chromium, type Browser, type Page } from 'playwright-core'
import { parseCommandLine, runProgram, UsageError } from '../../data/command_line.ts'
import { chromiumPath } from '../support/chromium.ts'
import { table } from './report_tables.ts'

const help = `Measures the pages of a running server in Chromium, each with an empty cache.

  npm run bench:pages [-- URL]

  URL             the server (default http://127.0.0.1:8080)
  --unthrottled   at full speed, instead of slow 4G and a fourth of the processor
  --help          this text

LCP is the time of the largest contentful paint. The other figures include the map, which loads last.
`

/** Slow 4G as Lighthouse throttles each request: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md. */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}

const pages = [
  '/',
  '/?q=eggs&near=Albany,+NY',
  '/farms/ID',
  '/compare?ids=ID',
  '/plan?ids=ID',
  '/market?near=Albany,+NY',
  '/data',
  '/docs',
  '/docs/searchFarms',
  '/console',
]

/** Keeps the times of a page; the browser reports long tasks from 50 ms on. */
const watch = `
  globalThis.times = { paint: 0, task: 0, shift: 0 }
  const see = (type, heed) =>
    new PerformanceObserver((list) => list.getEntries().forEach(heed)).observe({ type, buffered: true })
  see('largest-contentful-paint', ({ startTime }) => (times.paint = startTime))
  see('longtask', ({ duration }) => (times.task = Math.max(times.task, duration)))
  see('layout-shift', ({ value, hadRecentInput }) => (times.shift += hadRecentInput ? 0 : value))`

type Times = { paint: number; task: number; shift: number }

/** Loads a page and everything that it asks for, and returns times in milliseconds and transferred bytes. */
export async function measurePage(page: Page, path: string, isThrottled: boolean) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  if (isThrottled) {
    await devtools.send('Network.emulateNetworkConditions', slow4G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  let [bytes, requests] = [0, 0]
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests++
  })
  await page.addInitScript(watch)
  await page.goto(path, { waitUntil: 'networkidle', timeout: 120_000 })
  return { ...(await page.evaluate<Times>('times')), bytes, requests }
}

async function rowOf(browser: Browser, baseURL: string, path: string, isThrottled: boolean) {
  const context = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } })
  try {
    const measured = await measurePage(await context.newPage(), path, isThrottled)
    const { paint, task, shift, bytes, requests } = measured
    return [
      path,
      (paint / 1000).toFixed(2),
      shift.toFixed(3),
      (bytes / 1000).toFixed(1),
      String(requests),
      task.toFixed(0),
    ]
  } finally {
    await context.close()
  }
}

/** The id of a farm of the server's start page. */
async function farmOf(url: string): Promise<string> {
  const answer = await fetch(url).catch(() => null)
  const id = /data-farm="([^"]+)"/.exec((await answer?.text()) ?? '')?.[1]
  if (id === undefined) throw new UsageError(`${url}: no farm directory answers there`)
  return id
}

async function main(): Promise<number> {
  const options = { unthrottled: { type: 'boolean' } } as const
  const config = { options, allowPositionals: true }
  const { values, positionals } = parseCommandLine(config, 'npm run bench:pages', help)
  if (chromiumPath === undefined) throw new UsageError('install Chromium first')
  const [url = 'http://127.0.0.1:8080'] = positionals
  const id = await farmOf(url)
  await using browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  })
  const rows: string[][] = []
  for (const path of pages)
    rows.push(await rowOf(browser, url, path.replace('ID', id), !values.unthrottled))
  process.stdout.write(`${table('page|LCP s|CLS|kB|requests|longest task ms', rows)}\n`)
  return 0
}

if (import.meta.main) await runProgram('bench:pages', main)

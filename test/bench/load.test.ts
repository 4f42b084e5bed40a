import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { load } from './load.ts'
import { hasWrk, loadByWrk } from './load_by_wrk.ts'

/** Asks a server that answers /200/9 with the status 200 and a body of 9 bytes. */
async function ask(t: TestContext, path: string, by = load) {
  const server = createServer((request, response) => {
    const [, status, bytes] = request.url!.split('/')
    response.writeHead(Number(status), { 'Content-Length': bytes }).end('x'.repeat(Number(bytes)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const expected = { name: 'weather', status: 200, bytes: [10, 20] } as const
  const next = () => ({ path, headers: {} })
  return by(url, { next, expected }, { connections: 2, seconds: 0.05 })
}

const loads = { load, loadByWrk }
const skip = { load: false, loadByWrk: (await hasWrk()) ? false : 'wrk is not installed' }

for (const name of ['load', 'loadByWrk'] as const)
  describe(`${name}(url, requests, options)`, { skip: skip[name] }, () => {
    it('counts answers of the expected status and size', async (t) => {
      const { requests, latencies_ms, bytes, cpu_us } = await ask(t, '/200/20', loads[name])
      assert.ok(requests > 0 && cpu_us > 0)
      assert.equal(bytes, 20 * requests)
      assert.equal(latencies_ms.length, name === 'load' ? requests : 1000)
      for (const each of latencies_ms) assert.ok(each > 0 && each < 1000)
    })

    for (const [path, got] of [
      ['/200/9', '200 with 9'],
      ['/200/21', '200 with 21'],
      ['/304/0', '304 with 0'],
      ['/429/15', '429 with 15'],
    ] as const)
      it(`refuses to measure ${got} bytes`, async (t) => {
        await assert.rejects(ask(t, path, loads[name]), {
          message: `weather: expected 200 with 10 to 20 bytes, got ${got}, for ${path}`,
        })
      })
  })

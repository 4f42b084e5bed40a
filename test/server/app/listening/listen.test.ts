import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, Server, type AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { listen } from '../../../../server/app/listening/listen.ts'
import { ConfigError } from '../../../../server/config.ts'

const settings = { host: 'HOST', port: 'PORT', zero: 'any' }

/** What is said where a server can not listen. */
async function complaint(t: TestContext, place: { host?: string; port?: number }, server?: Server) {
  const listening = server ?? createServer()
  t.after(() => listening.close())
  let said = ''
  await assert.rejects(
    listen(listening, { host: '127.0.0.1', port: 0, settings, ...place }),
    (error) => {
      assert.ok(error instanceof ConfigError)
      said = error.message
      return true
    },
  )
  return said
}

describe('listen(server, place)', () => {
  it('names the setting of a port that is in use, and what to do', async (t) => {
    const other = createServer().listen(0, '127.0.0.1')
    t.after(() => other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const said = await complaint(t, { port })
    assert.match(said, new RegExp(`^PORT: .*port ${port}.*set PORT to a free port \\(0 = any\\)`))
  })

  it('names the setting of an address that is not of this machine', async (t) => {
    const said = await complaint(t, { host: '192.0.2.1' })
    assert.match(
      said,
      /^HOST: 192\.0\.2\.1 is no address of this machine; set HOST to 127\.0\.0\.1/,
    )
  })

  it('names the setting of a port that takes privileges', async (t) => {
    class Refused extends Server {
      override listen(): this {
        const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
        process.nextTick(() => this.emit('error', error))
        return this
      }
    }
    const said = await complaint(t, { port: 80 }, new Refused())
    assert.match(said, /^PORT: .*port 80; set PORT to one from 1024 to 65535/)
  })
})

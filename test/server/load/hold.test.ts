// Runs alone: it sets the clock and timers of its process.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { hold } from '../../../server/load/hold.ts'

describe('hold', () => {
  it('reads nothing for a second from a connection that is refused twice in one', async (t) => {
    const server = createServer((_, response) => {
      hold(response)
      response.writeHead(503, { 'Content-Length': 0 }).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    t.after(() => {
      socket.destroy()
      server.close()
    })
    const ask = () => socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n')
    const answered = async () => assert.match(String(await once(socket, 'data')), /^HTTP\/1.1 503/)
    t.mock.timers.enable({ apis: ['setTimeout'] })
    for (let time = 0; time < 2; time++) {
      ask()
      await answered()
    }
    let isRead = false
    server.on('request', () => (isRead = true))
    ask()
    await wait(100)
    assert.equal(isRead, false)
    t.mock.timers.tick(1000)
    await answered()
  })
})

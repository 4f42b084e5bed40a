import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { openToRead } from '../../../data/bucket/open_bucket.ts'

/** A host that redirects each path of `targets`, and answers any other path with its name. */
async function host(t: TestContext, targets: Record<string, string>) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    const target = targets[request.url!]
    if (target === undefined) response.end(request.url)
    else response.writeHead(302, { Location: target }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close().closeAllConnections()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, asked }
}

describe('a bucket on a host that redirects', () => {
  it('is read where the host redirects within itself, with the password', async (t) => {
    const { address, asked } = await host(t, { '/farms/current.json': '/moved/current.json' })
    const bucket = await openToRead(address.replace('//', '//reader:secret@') + '/farms')
    assert.equal((await bucket.read('current.json', 1000))?.text, '/moved/current.json')
    const sent = asked.map(({ headers }) => headers.authorization)
    assert.deepEqual(sent, Array(2).fill(`Basic ${btoa('reader:secret')}`))
  })

  it('is not read from another host, which gets no request', async (t) => {
    const other = await host(t, {})
    const { address } = await host(t, {
      '/current.json': `${other.address}/current.json?token=of-the-host`,
      '/members/a': `${other.address}/a`,
    })
    const bucket = await openToRead(address)
    const message = `${address}/current.json: the host redirects to ${other.address}, which is not followed: name the address there`
    await assert.rejects(bucket.read('current.json', 1000), { name: 'BucketError', message })
    await assert.rejects(bucket.stream('members/a', 0), /is not followed/)
    assert.equal(other.asked.length, 0)
  })

  it('is given up after three redirects, and after one to nowhere', async (t) => {
    const { address, asked } = await host(t, { '/round': '/round', '/nowhere': 'http://[' })
    const bucket = await openToRead(address)
    await assert.rejects(bucket.read('round', 1000), /redirects over and over/)
    assert.equal(asked.length, 4)
    await assert.rejects(bucket.read('nowhere', 1000), /the host answers 302/)
  })
})

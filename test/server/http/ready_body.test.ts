import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ReadyBody } from '../../../server/http/ready_body.ts'

describe('a body that never changes', () => {
  it('is made once for all content codings', async () => {
    let made = 0
    const body = new ReadyBody('text/plain', () => {
      made += 1
      return Buffer.from('farms '.repeat(100))
    })
    const answers = await Promise.all([body.in('identity'), body.in('gzip'), body.in('br')])
    assert.equal(new Set(answers.map(({ tag }) => tag)).size, 3)
    await body.in('gzip')
    assert.equal(made, 1)
  })

  it('is made again after a failure', async () => {
    let made = 0
    const body = new ReadyBody('text/plain', () => {
      made += 1
      if (made === 1) throw new Error('the disk is full')
      return Buffer.from('farms')
    })
    await assert.rejects(body.in('identity'), /the disk is full/)
    assert.equal((await body.in('identity')).body.toString(), 'farms')
  })
})

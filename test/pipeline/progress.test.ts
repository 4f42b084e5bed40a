import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { progressOn, shownOnTerminal } from '../../pipeline/progress.ts'

describe('progressOn(stream)', () => {
  it('writes a plain line for each stage that is done, where there is no terminal', () => {
    assert.equal(shownOn({ isTTY: false }), 'read          1.3 s\nresolve      61.0 s\n')
  })

  it('shows stage and rows on a terminal, and gives the cursor back', () => {
    const shown = shownOn({ isTTY: true })
    assert.match(shown, /read/)
    assert.match(shown, /1,234,000 rows/)
    assert.match(shown, /resolve +61\.0 s\n$/)
    assert.match(shown, /-{20} read \(1 of 2\)/)
    assert.match(shown, /={10}-{10} read \(1 of 2\) 0s 1,234,000 rows/)
    const [hide, show] = ['\u001b[?25l', '\u001b[?25h']
    assert.ok(shown.lastIndexOf(show) > shown.lastIndexOf(hide))
  })

  it('counts the seconds of a stage that shows no share', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
    const stream = terminal({ isTTY: true })
    const progress = progressOn(stream as unknown as NodeJS.WriteStream)
    progress.stage('write', 4, 6)
    for (const _ of Array(30)) t.mock.timers.tick(500)
    progress.done('write', 15)
    assert.match(String(stream.read()), /write \(4 of 6\) 9s.*write \(4 of 6\) 15s/s)
  })

  it('shows a long action on a terminal only', async () => {
    const shownBy = async (isTTY: boolean) => {
      const stream = terminal({ isTTY })
      const out = stream as unknown as NodeJS.WriteStream
      assert.equal(await shownOnTerminal('verify', async () => 7, out), 7)
      return String(stream.read() ?? '')
    }
    assert.match(await shownBy(true), /verify \(1 of 1\).*verify +0\.0 s\n$/s)
    assert.equal(await shownBy(false), '')
  })
})

const terminal = (kind: { isTTY: boolean }) =>
  Object.assign(new PassThrough({ encoding: 'utf8' }), kind, { columns: 80 })

function shownOn(kind: { isTTY: boolean }): string {
  const stream = terminal(kind)
  const progress = progressOn(stream as unknown as NodeJS.WriteStream)
  progress.stage('read', 1, 2)
  progress.rows(1_234_000)
  progress.share(0.5)
  progress.done('read', 1.25)
  progress.stage('resolve', 2, 2)
  progress.done('resolve', 61)
  return String(stream.read())
}

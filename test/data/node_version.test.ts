import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')
const { scripts, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  engines: { node: string }
}

/** Loads the check as a Node of some version would. */
function loadAs(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
  const program = `${pretend}; require('./data/node_version.cjs')`
  return spawnSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' })
}

describe('the check of the Node version', () => {
  for (const old of ['4.9.1', '20.20.2', '22.18.0', '23.11.1'])
    it(`ends Node ${old} with status 2, and says what to do`, () => {
      const { status, stdout, stderr } = loadAs(old)
      assert.deepEqual([status, stdout], [2, ''])
      assert.match(stderr, /^This program needs Node >=24, and .*\nInstall a newer Node .*npm ci/)
    })

  for (const version of ['24.0.0', '24.21.0', '26.1.0'])
    it(`lets Node ${version} pass in silence`, () => {
      const { status, stdout, stderr } = loadAs(version)
      assert.deepEqual([status, stdout, stderr], [0, '', ''])
    })

  it('comes first in every script that runs TypeScript', () => {
    const running = Object.values(scripts).filter((script) => /\bnode .*\.ts/.test(script))
    assert.ok(running.length >= 8)
    for (const script of running) assert.match(script, /\bnode -r \.\/data\/node_version\.cjs /)
  })

  it('asks for the version that package.json names', () => {
    assert.equal(engines.node, '>=24')
  })
})

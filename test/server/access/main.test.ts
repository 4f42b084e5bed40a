import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { KeyLookup } from '../../../server/access/key_lookup.ts'
import { scratchFolder, scratchStore } from './scratch_store.ts'

const program = join(import.meta.dirname, '../../../server/access/main.ts')
const unknownId = '00000000-0000-4000-8000-000000000000'

function keys(stateDir: string, ...args: string[]) {
  const env = { ...process.env, STATE_DIR: stateDir, HOST: '127.0.0.1', PORT: '8123' }
  return new Promise<{ status: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, out, err) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
  })
}

describe('npm run keys', () => {
  it('makes a key, shows it once, and says how to try it', async (t) => {
    const folder = await scratchFolder(t)
    const args = ['--name', 'Farm finder', '--tier', 'paid', '--email', 'Hal@Example.org']
    const made = await keys(folder, 'create', ...args)
    assert.equal(made.status, 0, made.err)
    const secret = /svc_live_[0-9a-f]{32}/.exec(made.out)?.[0] ?? ''
    assert.match(made.out, /Created a paid key, Farm finder/)
    assert.match(made.out, /only this once/)
    assert.ok(made.out.includes(`curl -H 'X-API-Key: ${secret}' 'http://127.0.0.1:8123/v1/`))
    const { out } = await keys(folder, 'list')
    assert.match(out, /^ID .*\n.*Farm finder +paid +hal@example\.org .* never +0 +active\n$/)
    assert.ok(out.includes(`${secret.slice(0, 13)}…`))
    assert.ok(!out.includes(secret))
  })

  it('speaks JSON', async (t) => {
    const folder = await scratchFolder(t)
    const made = JSON.parse((await keys(folder, 'create', '--name', 'a', '--json')).out)
    assert.match(made.key, /^svc_live_[0-9a-f]{32}$/)
    assert.deepEqual([made.name, made.tier, made.email], ['a', 'free', null])
    const moved = JSON.parse((await keys(folder, 'tier', made.id, 'paid', '--json')).out)
    const { key: _, ...rest } = made
    assert.deepEqual(moved, { ...rest, tier: 'paid' })
    const listed = JSON.parse((await keys(folder, 'list', '--json')).out)
    assert.deepEqual(listed, [{ ...moved, requests_today: 0, last_used_at: null }])
  })

  it('re-tiers and revokes under an open server, which sees it at once', async (t) => {
    const folder = await scratchFolder(t)
    const lookup = await KeyLookup.open(await scratchStore(t, folder))
    const { key, id } = JSON.parse((await keys(folder, 'create', '--name', 'a', '--json')).out)
    assert.deepEqual(await lookup.find(key), { id, tier: 'free' })
    const moved = await keys(folder, 'tier', id, 'paid')
    assert.equal(moved.out, `${id} (a) is now paid.\n`)
    assert.deepEqual(await lookup.find(key), { id, tier: 'paid' })
    const revoked = await keys(folder, 'revoke', id)
    assert.equal(revoked.out, `Revoked ${id} (a).\n`)
    assert.equal(await lookup.find(key), undefined)
    const late = await keys(folder, 'tier', id, 'free')
    assert.equal(late.status, 2)
    assert.match(late.err, /was revoked at .*; create a new one/)
    assert.match((await keys(folder, 'list')).out, /revoked \d{4}-/)
  })

  it('tells an empty store how to begin', async (t) => {
    const { out } = await keys(await scratchFolder(t), 'list')
    assert.match(out, /No keys yet.*keys -- create --name/)
  })

  it('explains itself and each command', async (t) => {
    const folder = join(await scratchFolder(t), 'state')
    const overview = await keys(folder, '--help')
    assert.equal(overview.status, 0)
    for (const command of ['create', 'list', 'revoke', 'tier']) {
      assert.match(overview.out, new RegExp(`^ {2}${command}\\b`, 'm'))
      const help = await keys(folder, command, '--help')
      assert.equal(help.status, 0)
      assert.match(help.out, new RegExp(`^Usage: npm run keys -- ${command}\\b`))
    }
    assert.ok(!existsSync(folder))
  })

  const mistakes: [string[], RegExp][] = [
    [[], /a command is missing: create, list, revoke, tier/],
    [['crate'], /unknown command "crate"; there are create, list/],
    [['constructor'], /unknown command "constructor"/],
    [['create'], /--name is missing/],
    [['create', '--name', ' '], /--name " ": must have 1 to 100 characters/],
    [['create', '--name', 'a', '--tier', 'gold'], /not a tier "gold"; give free or paid/],
    [['create', '--name', 'a', '--email', 'nobody'], /--email "nobody": /],
    [['create', '--nmae', 'a'], /Unknown option '--nmae'/],
    [['create', 'a'], /unexpected argument "a"/],
    [['list', '--tier', 'paid'], /Unknown option '--tier'/],
    [['revoke'], /ID is missing/],
    [['revoke', '17'], /not a key's id "17"; .*list/],
    [['tier', unknownId], /free\|paid is missing/],
  ]
  for (const [args, message] of mistakes) {
    it(`refuses "${args.join(' ')}" with the remedy, before it makes a store`, async (t) => {
      const folder = join(await scratchFolder(t), 'state')
      const { status, out, err } = await keys(folder, ...args)
      assert.equal(status, 2)
      assert.equal(out, '')
      assert.match(err, message)
      assert.match(err, /See: npm run keys -- .*--help/)
      assert.ok(!existsSync(folder))
    })
  }

  it('does not repeat a key typed in place of its id', async (t) => {
    const secret = `svc_live_${'a'.repeat(32)}`
    const { status, err } = await keys(await scratchFolder(t), 'revoke', secret)
    assert.equal(status, 2)
    assert.ok(!err.includes(secret))
  })

  it('says that an id is unknown', async (t) => {
    const { status, err } = await keys(await scratchFolder(t), 'revoke', unknownId)
    assert.equal(status, 2)
    assert.match(err, new RegExp(`no key has the id "${unknownId}"`))
  })

  it('says that the store can not be used', async () => {
    const { status, err } = await keys(program, 'list')
    assert.equal(status, 1)
    assert.match(err, /cannot open the store .*STATE_DIR/)
  })
})

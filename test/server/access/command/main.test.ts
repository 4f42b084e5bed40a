import Database from 'better-sqlite3'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { userInfo } from 'node:os'
import { confirmAccount } from '../../../../server/access/accounts/accounts.ts'
import { readAuditLog, type AuditEntry } from '../../../../server/access/accounts/audit_log.ts'
import { KeyLookup } from '../../../../server/access/keys/key_lookup.ts'
import { createOwnKey, revokeKey } from '../../../../server/access/keys/keys.ts'
import { findSession, openSession } from '../../../../server/access/accounts/sessions.ts'
import { runHere } from '../../../support/command_here.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { startServer } from '../../../support/running_server.ts'
import { onServices, serviceSettings } from '../../../support/services.ts'
import { scratchFolder, scratchStore } from '../store/scratch_store.ts'

/** Two things of one change may stand either way round. */
const order = (log: AuditEntry[], action: string) =>
  log.findIndex((entry) => entry.action === action)

const program = 'server/access/command/main.ts'
const path = join(import.meta.dirname, '../../../..', program)
const unknownId = '00000000-0000-4000-8000-000000000000'

async function settings(stateDir: string) {
  const own = { STATE_DIR: stateDir, HOST: '127.0.0.1', PORT: '8123' }
  return { ...own, ...(await serviceSettings(stateDir)) }
}

const keys = async (stateDir: string, ...args: string[]) =>
  runHere(program, args, await settings(stateDir))

/** The same in a process of its own. */
const keysApart = (stateDir: string, ...args: string[]) =>
  run(process.execPath, [path, ...args], stateDir)

async function run(command: string, args: string[], stateDir: string) {
  const env = { ...process.env, ...(await settings(stateDir)) }
  return new Promise<{ status: number; out: string; err: string }>((resolve) => {
    execFile(command, args, { env }, (error, out, err) => {
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
    assert.match(made.out, /only once/)
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
    assert.deepEqual(listed, [
      { ...moved, requests_today: 0, last_used_at: null, former_secrets: [] },
    ])
  })

  it('re-tiers and revokes under an open server, which sees it at once', async (t) => {
    const folder = await scratchFolder(t)
    const lookup = await KeyLookup.open(await scratchStore(t, folder))
    const { key, id } = JSON.parse((await keysApart(folder, 'create', '--name', 'a', '--json')).out)
    assert.deepEqual(await lookup.find(key), { id, tier: 'free' })
    const moved = await keysApart(folder, 'tier', id, 'paid')
    assert.equal(moved.out, `${id} (a) is now paid.\n`)
    assert.deepEqual(await lookup.find(key), { id, tier: 'paid' })
    const revoked = await keysApart(folder, 'revoke', id)
    assert.equal(revoked.out, `Revoked ${id} (a).\n`)
    assert.equal(await lookup.find(key), undefined)
    const late = await keysApart(folder, 'tier', id, 'free')
    assert.equal(late.status, 2)
    assert.match(late.err, /was revoked at .*; create a new one/)
    assert.match((await keysApart(folder, 'list')).out, /revoked \d{4}-/)
  })

  it('makes a browser key, and changes its origins under an open server', async (t) => {
    const folder = await scratchFolder(t)
    const lookup = await KeyLookup.open(await scratchStore(t, folder))
    const made = await keys(
      folder,
      'create',
      '--name',
      'map',
      '--origins',
      'https://Farms.example/',
    )
    assert.equal(made.status, 0, made.err)
    assert.match(made.out, /Created a browser key, map, for pages of https:\/\/farms\.example:/)
    const secret = /svc_pub_[0-9a-f]{32}/.exec(made.out)?.[0] ?? ''
    const found = await lookup.find(secret)
    assert.deepEqual(
      [found?.tier, found?.origins?.map(({ host }) => host)],
      ['free', ['farms.example']],
    )
    const origins = 'https://*.farms.example,http://localhost:*'
    const changed = await keys(folder, 'origins', found!.id, origins)
    const shown = 'pages of https://*.farms.example, http://localhost:*'
    assert.equal(changed.out, `${found!.id} (map) is for ${shown}.\n`)
    const hosts = (await lookup.find(secret))?.origins?.map(({ host }) => host)
    assert.deepEqual(hosts, ['farms.example', 'localhost'])
    const { out } = await keys(folder, 'list')
    assert.ok(out.includes(`${secret.slice(0, 12)}…`) && out.includes(`active, for ${shown}`), out)
    const log = JSON.parse((await keys(folder, 'audit', '--json')).out) as AuditEntry[]
    assert.deepEqual(log[0]?.detail, { from: ['https://farms.example'], to: origins.split(',') })
    assert.ok(!JSON.stringify(log).includes(secret))
    const late = await keys(folder, 'tier', found!.id, 'paid')
    assert.deepEqual([late.status, /browser key.*free tier only/.test(late.err)], [2, true])
  })

  it('prints requests that are answered, for keys of every kind', async (t) => {
    const { root } = await fixtureSnapshot(t)
    const server = await startServer(t, root)
    const origins = [
      'https://farms.example',
      'https://*.farms.example',
      'http://localhost:*',
      'https://[2001:db8::1]:8443,http://localhost:*',
    ]
    const made = origins.map((each) => ['create', '--name', 'map', '--origins', each])
    for (const args of [['create', '--name', 'a'], ...made]) {
      const { out } = await keys(server.stateDir, ...args)
      const [, id] = /^Id, .*: (\S+)/m.exec(out)!
      for (const text of [out, (await keys(server.stateDir, 'rotate', id!)).out]) {
        const [request] = /curl .*/.exec(text)!
        const sent = [...request.matchAll(/'([^']*)'/g)].map(([, each]) => each!)
        const headers = sent.slice(0, -1).map((each) => each.split(/: (.*)/).slice(0, 2))
        const path = sent.at(-1)!.replace('http://127.0.0.1:8123', '')
        const answer = await server.ask(path, { key: null, headers: Object.fromEntries(headers) })
        assert.equal(answer.status, 200, `${request}: ${answer.text}`)
      }
    }
  })

  it('tells an empty store how to begin', async (t) => {
    const { out } = await keys(await scratchFolder(t), 'list')
    assert.match(out, /No keys yet.*keys -- create --name/)
  })

  it('explains itself and each command', async (t) => {
    const folder = join(await scratchFolder(t), 'state')
    const overview = await keys(folder, '--help')
    assert.equal(overview.status, 0)
    const all = 'create list revoke rotate origins tier accounts sign-out close-account audit'
    for (const command of all.split(' ')) {
      assert.match(overview.out, new RegExp(`^ {2}${command}\\b`, 'm'))
      const help = await keys(folder, command, '--help')
      assert.equal(help.status, 0)
      assert.match(help.out, new RegExp(`^Usage: npm run keys -- ${command}\\b`))
    }
    assert.ok(!existsSync(folder))
  })

  it('rotates a key, and the former secret goes on for the grace', async (t) => {
    const folder = await scratchFolder(t)
    const lookup = await KeyLookup.open(await scratchStore(t, folder))
    const { key, id } = JSON.parse((await keys(folder, 'create', '--name', 'a', '--json')).out)
    const { out } = await keys(folder, 'rotate', id)
    const next = /svc_live_[0-9a-f]{32}/.exec(out)?.[0] ?? ''
    assert.match(out, /Rotated a free key, a:.*The former secret works until \d{4}-/s)
    for (const secret of [key, next])
      assert.deepEqual(await lookup.find(secret), { id, tier: 'free' })
    const { out: listed } = await keys(folder, 'list')
    const state = `active; former ${key.slice(0, 13)}… until \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\dZ\n$`
    assert.match(listed, new RegExp(state))
    const last = JSON.parse((await keys(folder, 'rotate', id, '--grace-hours', '0', '--json')).out)
    const found = await Promise.all(
      [key, next, last.key].map(async (secret) => lookup.find(secret)),
    )
    assert.deepEqual(
      found.map((one) => one?.id),
      [undefined, undefined, id],
    )
  })

  it('shows, signs out and closes accounts, and makes keys for them', async (t) => {
    const folder = await scratchFolder(t)
    const store = await scratchStore(t, folder)
    assert.match((await keys(folder, 'accounts')).out, /No accounts yet/)
    const { id } = await confirmAccount(store, 'Ann@Example.org')
    const lengths = { idle_ms: 60_000, total_ms: 60_000 }
    const { token } = await openSession(store, id, lengths)
    const made = await keys(
      folder,
      'create',
      '--name',
      'hers',
      '--account',
      'ann@example.org',
      '--json',
    )
    assert.equal(JSON.parse(made.out).account_id, id, made.err)
    assert.match(
      (await keys(folder, 'accounts')).out,
      new RegExp(`${id} +ann@example\\.org .* 1 +1\n$`),
    )
    assert.equal(
      (await keys(folder, 'sign-out', 'ANN@example.org')).out,
      'Sessions of ann@example.org that were ended: 1.\n',
    )
    assert.equal(await findSession(store, token, lengths), undefined)
    const closed = await keys(folder, 'close-account', id)
    assert.equal(closed.out, 'Closed ann@example.org; keys that were revoked: 1.\n')
    const revoked = await readAuditLog(store, { id: JSON.parse(made.out).id, limit: 1 })
    assert.deepEqual(
      revoked.map(({ action, account_id }) => [action, account_id]),
      [['key revoked', id]],
    )
    const again = await keys(folder, 'close-account', id)
    assert.deepEqual([again.status, /no account has/.test(again.err)], [2, true])
    assert.notEqual((await confirmAccount(store, 'ann@example.org')).id, id)
  })

  it('tells who did what to keys and accounts, newest first, and no secret', async (t) => {
    const folder = await scratchFolder(t)
    const store = await scratchStore(t, folder)
    const allowed = { active: 5, created_in_24_h: 10 }
    await createOwnKey(store, { email: 'ann@example.org' }, { name: 'a' }, allowed)
    const { id: account } = await confirmAccount(store, 'ann@example.org')
    const own = { account_id: account }
    const { key, id } = await createOwnKey(store, own, { name: 'b' }, allowed)
    const turned = JSON.parse((await keys(folder, 'rotate', id, '--json')).out)
    await keys(folder, 'tier', id, 'paid')
    await revokeKey(store, { id, caller: { account_id: account } })
    await keys(folder, 'revoke', id) // nothing to do any more, so nothing is told
    const log = JSON.parse((await keys(folder, 'audit', '--json')).out) as AuditEntry[]
    const operator = `operator ${userInfo().username}`
    assert.deepEqual(
      log.map(({ actor, action, account_id }) => [actor, action, account_id]),
      [
        [`account ${account}`, 'key revoked', account],
        [operator, 'key moved', account],
        [operator, 'key rotated', account],
        [`account ${account}`, 'key created', account],
        ...['account created', 'key handed over']
          .toReversed()
          .map((action) => [
            action === 'account created' ? 'email' : `account ${account}`,
            action,
            account,
          ])
          .toSorted((a, b) => order(log, a[1]!) - order(log, b[1]!)),
        ['email', 'key created', null],
      ],
    )
    assert.deepEqual(log[1]!.detail, { from: 'free', to: 'paid' })
    assert.deepEqual(
      log.filter(({ key_id }) => key_id === id).map(({ key_prefix }) => key_prefix),
      [turned.key, turned.key, turned.key, key].map((secret) => secret.slice(0, 13)),
      'each has the prefix of its time',
    )
    assert.equal(log[2]!.detail?.['former_key_prefix'], key.slice(0, 13))
    const { out } = await keys(folder, 'audit', '--id', id, '--entries', '2')
    assert.equal(out.trim().split('\n').length, 3, 'a heading and two entries')
    for (const secret of [key, turned.key]) assert.ok(!JSON.stringify(log).includes(secret))
  })

  const mistakes: [string[], RegExp][] = [
    [[], /a command is missing: create, list, revoke, rotate, origins, tier, accounts/],
    [['create', '--name', 'a', '--origins', 'http://a.example'], /must begin with https:/],
    [['create', '--name', 'a', '--origins', ','], /--origins ",": must be one to 10 origins/],
    [['create', '--name', 'a', '--tier', 'paid', '--origins', 'https://a.example'], /free tier/],
    [['origins', unknownId], /O is missing/],
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
    [['rotate', unknownId, '--grace-hours', '721'], /--grace-hours "721": .*0 to 720/],
    [['sign-out'], /ACCOUNT is missing/],
    [['audit', '--id', '17'], /not a key's id "17"/],
    [['audit', '--entries', '0'], /--entries "0": /],
    [['create', '--name', 'a', '--email', 'a@b.org', '--account', 'c'], /exclude each other/],
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

  describe('says which file is at fault, and what to do', { skip: onServices }, () => {
    it('where the folder can not be written', async () => {
      const { status, out, err } = await keys(path, 'list')
      assert.deepEqual([status, out], [2, ''])
      assert.match(err, /^keys: cannot open the store: .*store\.sqlite can not be .*STATE_DIR.*\n$/)
    })

    it('where the disk takes no more', async (t) => {
      const folder = await scratchFolder(t)
      const { status, err } = await keysOnFullDisk(folder, 'create', '--name', 'a')
      assert.equal(status, 2, err)
      assert.match(err, /^keys: cannot open the store: .*store\.sqlite can not be .*disk.*\n$/)
    })

    it('where the file is damaged', async (t) => {
      const folder = await scratchFolder(t)
      await keys(folder, 'create', '--name', 'a')
      const file = await open(join(folder, 'store.sqlite'), 'r+')
      await file.write(Buffer.alloc(4096 * 8, 0xa5), 0, 4096 * 8, 4096)
      await file.close()
      const { status, err } = await keys(folder, 'list')
      assert.equal(status, 2, err)
      assert.match(err, /^keys: .*store\.sqlite is damaged: .*backup.*\n$/)
    })

    it('where another process holds the lock; reading goes on', async (t) => {
      const folder = await scratchFolder(t)
      await keys(folder, 'create', '--name', 'a')
      const other = new Database(join(folder, 'store.sqlite'))
      t.after(() => other.close())
      other.exec('begin exclusive')
      const { status, err } = await keys(folder, 'create', '--name', 'b')
      assert.equal(status, 2, err)
      assert.match(err, /^keys: another process locks .*store\.sqlite for long: .*\n$/)
      const { out } = await keys(folder, 'list')
      assert.match(out, / a /)
    })
  })
})

/** Files may grow to 8 kB: every write beyond fails as on a disk that is full, even for root. */
const keysOnFullDisk = (stateDir: string, ...args: string[]) =>
  run('bash', ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, path, ...args], stateDir)

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { withWrittenParts } from '../../data/documents.ts'
import { settingsPart } from '../../server/documents.ts'
import { ConfigError, readConfig, settings } from '../../server/config.ts'

describe('readConfig(env)', () => {
  it('has a value for everything where nothing is set, or set to nothing', () => {
    const config = readConfig({})
    assert.deepEqual([config.host, config.port], ['127.0.0.1', 8080])
    assert.equal(config.layout.root, 'build')
    assert.equal(config.stateDir, '.state')
    assert.deepEqual([config.quotas.free_per_day, config.quotas.paid_per_day], [1000, 100_000])
    assert.equal(config.quotas.anonymous_per_minute, 120)
    assert.equal(config.quotas.browser_per_day, 10_000)
    assert.equal(config.connections.keepAlive_ms, 65_000)
    assert.deepEqual(config.emailKeyLimits, { active: 3, created_in_24_h: 5 })
    assert.equal(JSON.stringify(readConfig({ PORT: '', HOST: '' })), JSON.stringify(config))
  })

  it('names every setting that is wrong', () => {
    const wrong = { PORT: '70000', LOG_LEVEL: 'loud', FREE_DAILY_LIMIT: '0', DRAIN_SECONDS: 'soon' }
    assert.throws(
      () => readConfig(wrong),
      (error) => {
        assert.ok(error instanceof ConfigError)
        for (const name of Object.keys(wrong)) assert.match(error.message, new RegExp(`${name}: `))
        return true
      },
    )
  })

  it('says of each what was given and what is allowed', () => {
    const cases: [Record<string, string>, string][] = [
      [{ PORT: '80x' }, 'PORT: `80x` must be a whole number from 0 to 65535'],
      [{ PORT: '1e3' }, 'PORT: `1e3` must be a whole number from 0 to 65535'],
      [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS: `-1` must be a whole number from 0 to 3600'],
      [{ LOG_LEVEL: 'x' }, 'LOG_LEVEL: `x` must be one of debug, info, warn, error, silent'],
      [{ QUERY_MEMORY: 'x' }, 'QUERY_MEMORY: `x` must be an amount of memory such as 512MB'],
    ]
    for (const [env, message] of cases) assert.throws(() => readConfig(env), { message })
    for (const QUERY_MEMORY of ['512MB', '1.5 GiB', '80%']) readConfig({ QUERY_MEMORY })
  })

  it('takes a public address only encrypted, or on this machine, and without a path', () => {
    const read = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }).publicUrl
    assert.equal(read('https://farms.example.org/'), 'https://farms.example.org')
    for (const own of ['http://localhost:8080', 'http://127.0.0.1:1', 'http://[::1]:8080'])
      assert.equal(read(own), own)
    for (const wrong of [
      'http://farms.example.org',
      'http://localhost.example.org',
      'http://127.0.0.1.example.org',
      'https://farms.example.org/api',
      'https://user@farms.example.org',
      'ftp://localhost',
      'farms.example.org',
    ])
      assert.throws(() => read(wrong), /^ConfigError: PUBLIC_URL: /, wrong)
  })

  it('does not repeat a URL with a password in it', () => {
    for (const name of ['STORE_URL', 'LIMITS_URL', 'SMTP_URL', 'SNAPSHOTS_URL'])
      assert.throws(
        () => readConfig({ [name]: 'gopher://user:secret@example.org' }),
        (error: Error) =>
          error.message.startsWith(`${name}: `) && !error.message.includes('secret'),
      )
  })

  it('takes a sender with or without a name, in one line', () => {
    for (const MAIL_FROM of ['farms@example.org', 'Farm Directory <farms@example.org>'])
      assert.equal(readConfig({ MAIL_FROM }).mail.from, MAIL_FROM)
    for (const MAIL_FROM of ['farms', 'a@b, c@d', 'A <a@b>\nBcc: c@d', 'A\r\nB <a@b>'])
      assert.throws(() => readConfig({ MAIL_FROM }), /MAIL_FROM: /, MAIL_FROM)
    const OPERATORS = 'Ann@example.org, bo@example.org'
    assert.deepEqual(readConfig({ OPERATORS }).operators, ['ann@example.org', 'bo@example.org'])
    assert.deepEqual(readConfig({}).operators, [])
    assert.throws(() => readConfig({ OPERATORS: 'ann@example.org; bo' }), /OPERATORS: /)
    assert.equal(
      readConfig({ CONTACT: 'https://example.org/keys' }).contact,
      'https://example.org/keys',
    )
    for (const CONTACT of ['javascript:alert(1)', 'http://example.org', 'ann'])
      assert.throws(() => readConfig({ CONTACT }), /CONTACT: /)
  })

  it('ignores what is not its own', () => {
    assert.equal(readConfig({ PATH: '/bin', HTTP_PORT: '1' }).port, 8080)
  })
})

describe('server/deploy/README.md', () => {
  it('has the settings of today (npm run documents)', async () => {
    const text = await readFile(new URL('../../server/deploy/README.md', import.meta.url), 'utf8')
    assert.equal(text, withWrittenParts(text, [settingsPart]))
    for (const name of Object.keys(settings)) assert.ok(text.includes(`| \`${name}\` |`), name)
  })
})

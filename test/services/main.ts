import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Lifetime } from '../support/temporary_folder.ts'
import { privatePostgres } from './private_postgres.ts'
import { privateRedis } from './private_redis.ts'

/**
 * Runs the tests of the access side on a PostgreSQL and a Redis that are started for them, and the
 * tests of several servers behind both. Arguments, if any, are the files to run instead of all.
 */
const suite = [
  'test/server/access/**/*.test.ts',
  'test/server/console/**/*.test.ts',
  'test/server/routes/account/*.test.ts',
  'test/server/app/{rate_limits,browser_keys,log_requests}.test.ts',
  'test/services/*.test.ts',
]

const root = join(import.meta.dirname, '../..')
const ends: (() => Promise<void>)[] = []
const life: Lifetime = { after: (end) => void ends.unshift(end) }
try {
  const [postgres, redis] = await Promise.all([privatePostgres(life), privateRedis(life)])
  process.exitCode = await runTests({ TEST_STORE_URL: postgres.url, TEST_LIMITS_URL: redis.url })
} finally {
  for (const end of ends) await end()
}

async function runTests(env: Record<string, string>): Promise<number> {
  const given = process.argv.slice(2)
  const files = given.length > 0 ? given : globSync(suite, { cwd: root })
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } } as const
  const child = spawn(process.execPath, ['--test', ...files], options)
  // Whoever ends this program means the tests; the services then end with it, not without it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const [status] = await once(child, 'exit')
  return typeof status === 'number' ? status : 1
}

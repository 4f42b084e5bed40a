import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { KeyLookup } from '../../../../server/access/keys/key_lookup.ts'
import { createOwnKey, revokeKey, setTier } from '../../../../server/access/keys/keys.ts'
import type { CreationLimits } from '../../../../server/access/keys/key_quota.ts'
import { Limits } from '../../../../server/access/limits/limits.ts'
import { openTestStore } from '../../../support/services.ts'
import type { Tier } from '../../../../data/schema/meta.ts'

export const quotas = {
  free_per_day: 1000,
  paid_per_day: 100_000,
  browser_per_day: 10_000,
  visitor_per_minute: 60,
  visitor_per_day: 1000,
  anonymous_per_minute: 120,
  creations_per_day: 100,
  sign_ins_per_hour: 30,
  sign_in_mails_per_hour: 5,
  mailbox_mails_per_hour: 30,
  reports_per_day: 10,
  farms_shown_per_day: 300,
}

/** What another process on the same store can be asked to do. Its limits flush when told to. */
async function operationsOn(folder: string) {
  const store = await openTestStore(folder)
  const lookup = await KeyLookup.open(store)
  const atNoon = { ...store, now: () => new Date(noon) }
  const limits = await Limits.open(atNoon, quotas, { every: () => () => {} })
  return {
    async createAtOnce({ times, email, allowed }: CreateAtOnce): Promise<string[]> {
      const create = () => createOwnKey(store, { email }, { name: 'concurrent' }, allowed)
      const tries = Array.from({ length: times }, create)
      const results = await Promise.allSettled(tries)
      return results.map((result) => (result.status === 'fulfilled' ? 'made' : result.reason.kind))
    },
    find: async ({ secret }: { secret: string }) => (await lookup.find(secret)) ?? null,
    revoke: async (of: { id: string }) => revokeKey(store, of),
    tier: async (of: { id: string; tier: Tier }) => setTier(store, of),
    async consume({ id, times }: { id: string; times: number }) {
      for (let i = 0; i < times; i++) await limits.consume('free', id)
    },
    flush: async () => limits.flush(),
  }
}

type CreateAtOnce = { times: number; email: string; allowed: CreationLimits }
type Operations = Awaited<ReturnType<typeof operationsOn>>
export const noon = Date.UTC(2026, 0, 15, 12)

/** Starts a process on the store of a folder; it ends with the test. */
export async function startProcess(t: TestContext, folder: string) {
  const child = fork(fileURLToPath(import.meta.url), [folder])
  t.after(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return {
    async ask<Name extends keyof Operations>(name: Name, args: Parameters<Operations[Name]>[0]) {
      child.send({ name, args: args ?? {} })
      const [{ result, error }] = await once(child, 'message')
      if (error !== undefined) throw new Error(error)
      return result as Awaited<ReturnType<Operations[Name]>>
    },
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] !== undefined) {
  const operations: Record<string, (args: never) => Promise<unknown>> = await operationsOn(
    process.argv[2],
  )
  const answer = async ({ name, args }: { name: string; args: never }) => {
    try {
      process.send?.({ result: await operations[name]?.(args) })
    } catch (error) {
      process.send?.({ error: String(error) })
    }
  }
  process.on('message', (message: { name: string; args: never }) => void answer(message))
  process.send?.('ready')
}

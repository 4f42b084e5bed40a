import { Redis } from 'ioredis'
import type { CountResult } from './counter.ts'
import { OutageWatch, type OutageEffects } from '../../store/outage_watch.ts'

/** A command that takes longer counts as failed; Redis then gets no commands for a moment. */
const command_ms = 500
const pause_ms = 1000
const longestRetry_ms = 1000

/**
 * Counts a request's points if that stays within the quota. The last received total (the floor) and the
 * counts made while Redis was away (owed) are added first, so lost data heals. It is one step for Redis,
 * hence exact across servers. RateLimiterRedis has neither a floor nor a condition: its insurance limiter
 * starts at zero when Redis goes away, and Redis starts at zero if it returns without its data.
 */
const script = `
local count = math.max(tonumber(redis.call('get', KEYS[1]) or 0), tonumber(ARGV[1])) + tonumber(ARGV[2])
local allowed = count + tonumber(ARGV[4]) <= tonumber(ARGV[3]) and 1 or 0
count = count + allowed * tonumber(ARGV[4])
redis.call('set', KEYS[1], count, 'PX', ARGV[5])
return {count, allowed}
`

type Step = Record<'floor' | 'owed' | 'quota' | 'points' | 'ttl_ms', number>

type WithScript = Redis & {
  countOne(key: string, ...args: number[]): Promise<[count: number, allowed: number]>
}

/** Counts in Redis that several servers share. While Redis is away, every result is undefined. */
export class SharedCounts {
  readonly outage: OutageWatch
  readonly #redis: WithScript
  #pause: { until_ms: number; error: unknown } | undefined

  private constructor(redis: WithScript, effects: Partial<OutageEffects>) {
    this.#redis = redis
    this.outage = new OutageWatch(() => redis.set('probe', 1, 'PX', 1000), effects)
  }

  /** Connects to a `redis://` URL, or keeps trying if Redis is not there yet. */
  static async open(url: string, effects: Partial<OutageEffects> = {}): Promise<SharedCounts> {
    const redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      enableAutoPipelining: true,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      connectTimeout: 2000,
      commandTimeout: command_ms,
      retryStrategy: (attempt) => Math.min(attempt * 50, longestRetry_ms),
    })
    redis.defineCommand('countOne', { numberOfKeys: 1, lua: script })
    const counts = new SharedCounts(redis as WithScript, effects)
    redis.on('error', (error) => counts.outage.failed(error))
    redis.on('ready', () => (counts.#pause = undefined))
    await redis.connect().catch((error: unknown) => counts.outage.failed(error))
    return counts
  }

  /** Takes one step for a key; returns the new count and whether it was allowed. */
  async step(
    key: string,
    { floor, owed, quota, points, ttl_ms }: Step,
  ): Promise<CountResult | undefined> {
    const answer = await this.#ask(() =>
      this.#redis.countOne(key, floor, owed, quota, points, ttl_ms),
    )
    return answer && { count: answer[0], allowed: answer[1] === 1 }
  }

  async count(key: string): Promise<number | undefined> {
    const answer = await this.#ask(async () => ({ count: await this.#redis.get(key) }))
    return answer && Number(answer.count ?? 0)
  }

  async close(): Promise<void> {
    this.outage.close()
    this.#redis.disconnect()
  }

  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      if (this.#pause && performance.now() < this.#pause.until_ms) throw this.#pause.error
      return await question()
    } catch (error) {
      this.outage.failed(error)
      if (error !== this.#pause?.error) this.#rest(error)
      return undefined
    }
  }

  /** A hanging Redis would run commands later: it gets none until a new connection is greeted. */
  #rest(error: unknown): void {
    this.#pause = { until_ms: performance.now() + pause_ms, error }
    if (this.#redis.status === 'ready') this.#redis.disconnect(true)
  }
}

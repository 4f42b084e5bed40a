import { Redis } from 'ioredis'
import type { Counted } from './counter.ts'
import type { OutageEffects } from '../store/store.ts'

/** A command that takes longer counts as failed; then nothing is asked of Redis for a moment. */
const command_ms = 500
const pause_ms = 1000
const longestRetry_ms = 1000

/**
 * Counts one more if that stays within the quota. What this server knows of (the floor) and what it
 * counted while Redis was away (owed) come first, so that lost data heals. One step for Redis, hence
 * exact for all servers. RateLimiterRedis has neither a floor nor a condition: its insurance limiter
 * begins at zero when Redis goes away, and Redis begins at zero when it comes back without its data.
 */
const script = `
local count = math.max(tonumber(redis.call('get', KEYS[1]) or 0), tonumber(ARGV[1])) + tonumber(ARGV[2])
local allowed = count < tonumber(ARGV[3]) and 1 or 0
redis.call('set', KEYS[1], count + allowed, 'PX', ARGV[4])
return {count + allowed, allowed}
`

type WithScript = Redis & {
  countOne(key: string, ...args: number[]): Promise<[count: number, allowed: number]>
}

/** Counts in Redis that several servers share. While it is away, every answer is undefined. */
export class SharedCounts {
  readonly #redis: WithScript
  readonly #effects: OutageEffects
  #away = false
  #pausedUntil_ms = 0

  private constructor(redis: WithScript, effects: OutageEffects) {
    this.#redis = redis
    this.#effects = effects
  }

  /** Connects to a `redis://` URL, or begins trying to where it isn't there yet. */
  static async open(url: string, effects: OutageEffects): Promise<SharedCounts> {
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
    redis.on('error', (error) => counts.#lost(error))
    redis.on('ready', () => (counts.#pausedUntil_ms = 0))
    await redis.connect().catch((error: unknown) => counts.#lost(error))
    return counts
  }

  /** Takes one step for a key; returns the count after it and whether it was allowed. */
  async step(
    key: string,
    { floor, owed, quota, ttl_ms }: { floor: number; owed: number; quota: number; ttl_ms: number },
  ): Promise<Counted | undefined> {
    const answer = await this.#ask(() => this.#redis.countOne(key, floor, owed, quota, ttl_ms))
    return answer && { count: answer[0], allowed: answer[1] === 1 }
  }

  /** Returns the count of a key. */
  async count(key: string): Promise<number | undefined> {
    const answer = await this.#ask(async () => ({ count: await this.#redis.get(key) }))
    return answer && Number(answer.count ?? 0)
  }

  async close(): Promise<void> {
    this.#redis.disconnect()
  }

  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
    if (performance.now() < this.#pausedUntil_ms) return undefined
    try {
      const answer = await question()
      this.#found()
      return answer
    } catch (error) {
      this.#pausedUntil_ms = performance.now() + pause_ms
      // A Redis that hangs would later do all that it was sent: it is sent nothing more until it
      // answers the greeting of another connection.
      if (this.#redis.status === 'ready') this.#redis.disconnect(true)
      this.#lost(error)
      return undefined
    }
  }

  #lost(error: unknown): void {
    if (!this.#away) this.#effects.onAway(error)
    this.#away = true
  }

  #found(): void {
    if (this.#away) this.#effects.onBack()
    this.#away = false
  }
}

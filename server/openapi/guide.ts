import { readFileSync } from 'node:fs'
import { groupDigits } from '../../data/digit_grouping.ts'
import type { Config } from '../config.ts'

const file = new URL('../API.md', import.meta.url)

/** `API.md` without its title, in Markdown, and this server's limits. */
export function guide({ quotas }: Config): string {
  const text = readFileSync(file, 'utf8').replace(/^# .*\n+/, '')
  const limits = [
    `free keys ${groupDigits(quotas.free_per_day)} requests per UTC day`,
    `paid keys ${groupDigits(quotas.paid_per_day)}`,
    `browser keys ${groupDigits(quotas.browser_per_day)}`,
    `a client address with a browser key ${groupDigits(quotas.visitor_per_day)} per day and ${groupDigits(quotas.visitor_per_minute)} per minute`,
    `a client address without a valid key ${groupDigits(quotas.anonymous_per_minute)} per minute`,
  ]
  return `${text}\nLimits of this server: ${limits.join(', ')}.\n`
}

import { z } from 'zod'

/** Outcomes of a night. */
const events = ['published', 'refused', 'failed', 'missed'] as const
export type NotifyEvent = (typeof events)[number]

/** Receivers of notifications, and their events. Secrets are environment variables (pipeline/notify/send.ts). */
export const notify = z.strictObject({
  /** Addresses; needs SMTP_URL. */
  mail: z.array(z.email()).exactOptional(),
  /** The address that gets a signed POST; needs NOTIFY_SECRET. */
  webhook: z.url({ protocol: /^https?$/ }).exactOptional(),
  /** Default: all. */
  on: z.array(z.enum(events)).exactOptional(),
  /** A file `*.prom` in the folder of node_exporter's textfile collector. */
  metrics: z.string().endsWith('.prom', 'expected a file *.prom').exactOptional(),
})
export type Notify = z.infer<typeof notify>

import { createHmac } from 'node:crypto'
import { fetchFault } from '../../data/operating/network_failure.ts'
import { mailFault, mailMessage, smtpTransport } from '../../data/operating/mail.ts'
import type { Notify } from '../../data/schema/input/sources_file.ts'
import type { Message } from './message.ts'

/** The environment variables that notifications use. */
export type Secrets = { SMTP_URL?: string; MAIL_FROM?: string; NOTIFY_SECRET?: string }

/** Milliseconds for the receiver of a webhook to answer. */
const patience_ms = 10_000

/**
 * Sends a message by every configured way, if its event is wanted. Returns what could not be sent, without
 * secrets: a notification never fails a build.
 */
export async function send(
  { mail = [], webhook, on }: Notify,
  message: Message,
  secrets: Secrets = process.env,
  now = new Date(),
): Promise<string[]> {
  if (on && !on.includes(message.event)) return []
  const ways = [
    ...mail.map((to) => [`mail to ${to}`, () => byMail(to, message, secrets)] as const),
    ...(webhook
      ? [
          [
            `webhook at ${new URL(webhook).host}`,
            () => post(webhook, message, secrets, now),
          ] as const,
        ]
      : []),
  ]
  const failures = await Promise.all(
    ways.map(([way, deliver]) =>
      deliver().then(
        () => [],
        (error: Error) => [
          `${way} was not sent: ${error instanceof NotSent ? error.message : error.name}`,
        ],
      ),
    ),
  )
  return failures.flat()
}

/** A notification is not possible; the message has no secret. */
class NotSent extends Error {}

async function byMail(to: string, { subject, text }: Message, { SMTP_URL, MAIL_FROM }: Secrets) {
  if (!SMTP_URL) throw new NotSent('set SMTP_URL to a mail server')
  const transport = smtpTransport(SMTP_URL)
  try {
    const from = MAIL_FROM || 'Farm Directory <no-reply@localhost>'
    await transport.sendMail(mailMessage(from, { to, subject, text }))
  } catch (error) {
    throw new NotSent(`${mailFault(error)}; npm run doctor checks the mail server`)
  } finally {
    transport.close()
  }
}

async function post(url: string, message: Message, { NOTIFY_SECRET }: Secrets, now: Date) {
  if (!NOTIFY_SECRET) throw new NotSent('set NOTIFY_SECRET to the key that signs it')
  const body = JSON.stringify(message)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'farm-directory-timestamp': timestamp,
      'farm-directory-signature': `v1=${signature(NOTIFY_SECRET, timestamp, body)}`,
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(patience_ms),
  }).catch((error: unknown) => {
    throw new NotSent(fetchFault(error))
  })
  if (!response.ok) throw new NotSent(`it answered ${response.status}`)
}

/** HMAC-SHA256 of `TIMESTAMP.BODY`, in hexadecimal. */
const signature = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

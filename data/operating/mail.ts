import { getSystemErrorName } from 'node:util'
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import { z } from 'zod'
import { connectionFault } from './network_failure.ts'

/** A plain-text mail to one address. */
export type Mail = { to: string; subject: string; text: string }

const timeouts = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 }

/** Opens a mail server, `smtp://user:password@host:port`. */
export const smtpTransport = (url: string): Transporter => createTransport({ url, ...timeouts })

const oneAddress = z.email()

/**
 * Makes a message for nodemailer. The recipient must be exactly one address: a comma or a line break could
 * add recipients, or become a header. Throws a TypeError for those.
 */
export function mailMessage(from: string, { to, subject, text }: Mail): SendMailOptions {
  if (!oneAddress.safeParse(to).success) throw new TypeError('a mail needs one plain address')
  if (/\p{Cc}/u.test(subject)) throw new TypeError('the subject of a mail is one line')
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Explanations of nodemailer's codes, with the SMTP command where it matters. */
const meanings: Record<string, string> = {
  EAUTH: 'the mail server refuses the user or the password: correct SMTP_URL',
  'EENVELOPE MAIL FROM': 'the mail server refuses the sender: correct MAIL_FROM',
  EENVELOPE: 'the mail server refuses the recipient',
  EMESSAGE: 'the mail server refuses the message',
  EDNS: 'no host has this name: correct SMTP_URL',
  ETIMEDOUT: 'no answer in time: correct the port or smtp:// or smtps:// in SMTP_URL',
  ESOCKET: 'no connection: correct the port or smtp:// or smtps:// in SMTP_URL',
  ETLS: 'no encrypted connection: correct the port or smtp:// or smtps:// in SMTP_URL',
  EPROTOCOL: 'it does not answer as a mail server: correct SMTP_URL, or try again',
}

type MailFailure = { code?: string; errno?: number; command?: string; responseCode?: number }

/** The reason for a failed delivery. The words of the server are left out: they may contain an address. */
export function mailFault(error: unknown): string {
  const { code, errno, command, responseCode } = error as MailFailure
  const system = errno === undefined ? undefined : getSystemErrorName(errno)
  const meaning = meanings[`${code} ${command}`] ?? meanings[code ?? ''] ?? 'it failed'
  const detail = [code ?? (error as Error).name, responseCode]
    .filter((part) => part !== undefined)
    .join(' ')
  return connectionFault(system) ?? `${meaning} (${detail})`
}

/** Returns true if the server permanently refuses the recipient. */
export function isNoMailbox(error: unknown): boolean {
  const { code, command, responseCode = 0 } = error as MailFailure
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 500
}

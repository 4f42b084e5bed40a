import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import { z } from 'zod'

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

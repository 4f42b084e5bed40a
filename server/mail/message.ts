import type { SendMailOptions } from 'nodemailer'
import { z } from 'zod'
import type { Mail } from './mailer.ts'

const oneAddress = z.email()

/**
 * Makes a message for nodemailer. The recipient must be one address and nothing else: a comma or a
 * line break in it could name further ones, or become a header. Throws a TypeError for that.
 */
export function message(from: string, { to, subject, text }: Mail): SendMailOptions {
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

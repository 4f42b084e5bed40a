import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import {
  isNoMailbox,
  mailFault,
  mailMessage,
  smtpTransport,
  type Mail,
} from '../../data/operating/mail.ts'

export type Mailer = {
  /** The destination: the mailbox, or, without a mail server, the log and a file on the server. */
  goesTo: 'mailbox' | 'server'
  /** Submits a mail for delivery. Throws MailError if that is impossible at the moment. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

type MailSettings = { smtpUrl: string | undefined; from: string; stateDir: string }

/** Mails can't be sent at the moment: 503. */
export class MailError extends Error {
  override name = 'MailError'

  constructor(cause: unknown) {
    super('the mail could not be sent; try again shortly', { cause })
  }
}

/** Opens the mailer: a mail server, or files in the state folder if none is configured. */
export const openMailer = ({ smtpUrl, from, stateDir }: MailSettings, log: Logger): Mailer =>
  smtpUrl === undefined
    ? fileMailer(from, join(stateDir, 'mail'), log)
    : smtpMailer(from, smtpUrl, log)

function smtpMailer(from: string, url: string, log: Logger): Mailer {
  const transport = smtpTransport(url)
  return {
    goesTo: 'mailbox',
    async send(mail) {
      const made = mailMessage(from, mail)
      try {
        await transport.sendMail(made)
      } catch (error) {
        log.error(
          `a mail could not be sent: ${mailFault(error)}; npm run doctor checks the mail server`,
        )
        // A refused mailbox is not reported: that would reveal which addresses exist.
        if (isNoMailbox(error)) return
        throw new MailError(error)
      }
    },
    close: async () => transport.close(),
  }
}

/**
 * Writes mails to files that only their owner can read, `*.eml` in a folder, and their text to the log. It
 * is for trying the service without a mail server. No other log line holds a sign-in token.
 */
function fileMailer(from: string, folder: string, log: Logger): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    goesTo: 'server',
    async send(mail) {
      const { message: bytes } = await transport.sendMail(mailMessage(from, mail))
      const name = `${new Date().toISOString().replaceAll(':', '')}-${randomUUID().slice(0, 8)}.eml`
      const path = join(folder, name)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(path, bytes as Buffer, { mode: 0o600 })
      } catch (error) {
        throw new MailError(error)
      }
      // One line each: in one text, users would copy the words after the link with it.
      const lines = mail.text.split('\n').filter((line) => line !== '')
      log.warn({ path, lines }, 'no SMTP_URL is set: the mail went to a file')
    },
    close: async () => transport.close(),
  }
}

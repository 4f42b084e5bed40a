import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { MailError, type Mailer, type MailSettings } from './mailer.ts'
import { message } from './message.ts'

/**
 * Writes mails to files that their owner alone can read, `mail/*.eml` in the state folder, and their
 * text to the log: for trying the service out, where there is no mail server. No other log line
 * holds a sign-in token.
 */
export function fileMailer({ from, stateDir }: MailSettings, log: Logger): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const folder = join(stateDir, 'mail')
  return {
    async send(mail) {
      const { message: bytes } = await transport.sendMail(message(from, mail))
      const name = `${new Date().toISOString().replaceAll(':', '')}-${randomUUID().slice(0, 8)}.eml`
      const path = join(folder, name)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(path, bytes as Buffer, { mode: 0o600 })
      } catch (error) {
        throw new MailError(error)
      }
      // By lines: in one text, what follows the link would be copied and opened with it.
      const lines = mail.text.split('\n').filter((line) => line !== '')
      log.warn({ path, lines }, 'no SMTP_URL is set: the mail went to a file')
    },
    close: async () => transport.close(),
  }
}

import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { MailError, type Mailer, type MailSettings } from './mailer.ts'
import { message } from './message.ts'

const timeouts = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 }

/** Sends mails to a mail server. */
export function smtpMailer(
  { smtpUrl, from }: MailSettings & { smtpUrl: string },
  log: Logger,
): Mailer {
  const transport = createTransport({ url: smtpUrl, ...timeouts })
  return {
    async send(mail) {
      const made = message(from, mail)
      try {
        await transport.sendMail(made)
      } catch (error) {
        const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
        log.error({ code, response: responseCode }, 'a mail could not be sent')
        // A mailbox that is refused for good is not reported: that would reveal which addresses exist.
        if (code === 'EENVELOPE' && responseCode >= 500) return
        throw new MailError(error)
      }
    },
    close: async () => transport.close(),
  }
}

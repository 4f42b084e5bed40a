import type { Logger } from 'pino'
import { fileMailer } from './file_mailer.ts'
import type { Mailer, MailSettings } from './mailer.ts'
import { smtpMailer } from './smtp_mailer.ts'

/** Opens what mails are sent by: a mail server, or files in the state folder where there is none. */
export const openMailer = (settings: MailSettings, log: Logger): Mailer =>
  settings.smtpUrl === undefined
    ? fileMailer(settings, log)
    : smtpMailer({ ...settings, smtpUrl: settings.smtpUrl }, log)

import type { Logger } from 'pino'
import { fileMailer } from './file_mailer.ts'
import type { Mailer, MailSettings } from './mailer.ts'
import { smtpMailer } from './smtp_mailer.ts'

/** Opens the way that mails go: a mail server, or files in the state folder. */
export const openMailer = (settings: MailSettings, log: Logger): Mailer =>
  settings.smtpUrl === undefined
    ? fileMailer(settings, log)
    : smtpMailer({ ...settings, smtpUrl: settings.smtpUrl }, log)

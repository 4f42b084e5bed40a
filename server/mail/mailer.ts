/** A mail of plain text to one address. */
export type Mail = { to: string; subject: string; text: string }

export type Mailer = {
  /** Hands a mail over for delivery. Throws MailError where that can't be done at the moment. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

export type MailSettings = { smtpUrl: string | undefined; from: string; stateDir: string }

/** Mails can't be sent at the moment: 503. */
export class MailError extends Error {
  override name = 'MailError'

  constructor(cause: unknown) {
    super('the mail could not be sent; try again shortly', { cause })
  }
}

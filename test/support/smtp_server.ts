import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Lifetime } from './temporary_folder.ts'

export type Delivery = { recipients: string[]; sender: string; mail: Email; raw: string }

export type MailServer = {
  url: string
  deliveries: Delivery[]
  /** What the server says to recipients, and to senders, instead of taking them; an SMTP status. */
  refusal: { status: number | undefined; sender: number | undefined }
}

/** Starts a mail server on a free port that keeps what it is given. */
export async function startMailServer(life: Lifetime): Promise<MailServer> {
  const deliveries: Delivery[] = []
  const refusal: MailServer['refusal'] = { status: undefined, sender: undefined }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: (_address, _session, done) => done(refused(refusal.sender)),
    onRcptTo: (_address, _session, done) => done(refused(refusal.status)),
    onData(stream, { envelope }, done) {
      const keep = async () => {
        const raw = await buffer(stream)
        deliveries.push({
          recipients: envelope.rcptTo.map(({ address }) => address),
          sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          mail: await PostalMime.parse(raw),
          raw: raw.toString(),
        })
      }
      void keep().finally(done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  life.after(() => new Promise((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, deliveries, refusal }
}

const refused = (responseCode: number | undefined) =>
  responseCode === undefined ? null : Object.assign(new Error('refused'), { responseCode })

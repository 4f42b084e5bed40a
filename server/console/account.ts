import { html, type Html } from '../../data/html.ts'
import { auditOfAccount, type OwnAuditEntry } from '../access/accounts/audit_log.ts'
import { listSessions, type ListedSession } from '../access/accounts/sessions.ts'
import type { Answer } from '../http/answer.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { page, type Route } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { showPage, tokenField } from './parts/page.ts'
import { instant } from './parts/shown.ts'
import { facts, table } from './parts/table.ts'
import { signedIn } from './visitor.ts'

const deedsShown = 100

/** Who is signed in, where else, and what was done to their keys. */
export const accountPages: Route[] = [
  page({ path: '/console/account', caller: signedIn, answer: showAccount }),
]

async function showAccount(
  { session }: { session: GivenSession },
  services: Services,
): Promise<Answer> {
  const { store, config } = services
  const { account } = session
  const sessions = await listSessions(store, session, config.session)
  const deeds = await auditOfAccount(store, account.id, deedsShown)
  return showPage({
    title: 'Your account',
    session,
    main: html`${facts([
        ['Email address', account.email],
        ['Signed in since', instant(session.created_at)],
        ['Until, at the latest', instant(session.expires_at)],
      ])}
      <section aria-labelledby="sessions">
        <h2 id="sessions">Where you are signed in</h2>
        ${sessionTable(sessions)}
        <p>
          Is there one that you do not know? Sign out everywhere, then look through what was done to
          your keys below.
        </p>
        <form method="post" action="/console/sign-out">
          ${tokenField(session)}
          <p class="actions">
            <button>Sign out here</button>
            <button class="plain" name="everywhere" value="true">Sign out everywhere</button>
          </p>
        </form>
      </section>
      <section aria-labelledby="deeds">
        <h2 id="deeds">What was done to your keys</h2>
        ${deedTable(deeds)}
      </section>`,
  })
}

const thisOne = html` <span class="tag">this one</span>`

const sessionTable = (sessions: readonly ListedSession[]) =>
  table(
    'Sessions that have not ended',
    ['Signed in', 'Last used', 'Ends at the latest'],
    sessions.map(({ created_at, seen_at, expires_at, current }) => [
      html`${instant(created_at)}${current ? thisOne : null}`,
      instant(seen_at),
      instant(expires_at),
    ]),
  )

const deedTable = (deeds: readonly OwnAuditEntry[]): Html =>
  table(
    `The newest ${deedsShown} entries at most, newest first`,
    ['When', 'What', 'Key', 'Who'],
    deeds.map((deed) => [instant(deed.at), whatOf(deed), keyOf(deed), whoOf(deed)]),
  )

function whatOf({ action, detail }: OwnAuditEntry): string {
  if (action === 'key moved') return `key moved to the ${String(detail?.['to'])} tier`
  const until = detail?.['former_key_valid_until']
  if (action === 'key rotated' && typeof until === 'string')
    return `key rotated; the former value until ${until.slice(0, 16).replace('T', ' ')} UTC`
  return action
}

const keyOf = ({ key_name, key_prefix }: OwnAuditEntry): Html | string =>
  key_name === null ? '' : html`${key_name} <span class="prefix small">${key_prefix}…</span>`

function whoOf({ actor }: OwnAuditEntry): string {
  if (actor.startsWith('account ')) return 'you'
  return actor === 'email' ? 'by email' : 'the operator'
}

import { html, type Html } from '../../data/html.ts'
import { auditOfAccount, type OwnAuditEntry } from '../access/accounts/audit_log.ts'
import { listSessions, type ListedSession } from '../access/accounts/sessions.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { page, type Route } from '../routes/route.ts'
import { section, showPage, tokenField } from './parts/page.ts'
import { instant } from './parts/shown.ts'
import { facts, table } from './parts/table.ts'
import { signedIn } from './visitor.ts'

const entriesShown = 100

/** The account of the session, its other sessions, and the audit log of its keys. */
export const accountPages: Route[] = [
  page({
    path: '/console/account',
    caller: signedIn,
    async answer({ session }, { store, config }) {
      const { email, id } = session.account
      const sessions = await listSessions(store, session, config.session)
      const entries = await auditOfAccount(store, id, entriesShown)
      return showPage({
        title: 'Your account',
        session,
        main: html`${facts([
          ['Email address', email],
          ['Signed in since', instant(session.created_at)],
          ['Until, at the latest', instant(session.expires_at)],
        ])}
        ${section('sessions', 'Where you are signed in', sessionList(sessions, session))}
        ${section('audit', 'What was done to your keys', auditTable(entries))}`,
      })
    },
  }),
]

const sessionList = (sessions: readonly ListedSession[], session: GivenSession) =>
  html`${table(
      'Sessions that have not ended',
      ['Signed in', 'Last used', 'Ends at the latest'],
      sessions.map(({ created_at, seen_at, expires_at, current }) => [
        html`${instant(created_at)}${current ? html` <span class="tag">this one</span>` : null}`,
        instant(seen_at),
        instant(expires_at),
      ]),
    )}
    <p>
      Is there one that you do not recognise? Sign out everywhere, then check below what was done to
      your keys.
    </p>
    <form method="post" action="/console/sign-out">
      ${tokenField(session)}
      <p class="actions">
        <button class="plain">Sign out here</button>
        <button class="plain" name="everywhere" value="true">Sign out everywhere</button>
      </p>
    </form>`

const auditTable = (entries: readonly OwnAuditEntry[]): Html =>
  table(
    `At most ${entriesShown} entries, newest first`,
    ['When', 'What', 'Key', 'Who'],
    entries.map((entry) => [instant(entry.at), whatOf(entry), keyOf(entry), actorOf(entry)]),
  )

function whatOf({ action, detail }: OwnAuditEntry): string {
  if (action === 'key moved') return `key moved to the ${String(detail?.['to'])} tier`
  if (action === 'key origins changed' && Array.isArray(detail?.['to']))
    return `${action} to ${detail['to'].join(', ')}`
  const until = detail?.['former_key_valid_until']
  if (action === 'key rotated' && typeof until === 'string')
    return `key rotated; the former value${formerPrefix(detail)} until ${until.slice(0, 16).replace('T', ' ')} UTC`
  return action
}

const formerPrefix = (detail: OwnAuditEntry['detail']): string => {
  const prefix = detail?.['former_key_prefix']
  return typeof prefix === 'string' ? ` ${prefix}…` : ''
}

/** The key by its present name, and by how its secret began then. */
function keyOf({ key_name, key_prefix }: OwnAuditEntry): Html | string {
  if (key_name === null) return ''
  if (key_prefix === null) return key_name
  return html`${key_name} <span class="prefix small">${key_prefix}…</span>`
}

function actorOf({ actor }: OwnAuditEntry): string {
  if (actor.startsWith('account ')) return 'you'
  return actor === 'email' ? 'by email' : 'the operator'
}

import { z } from 'zod'
import { hour_ms } from '../../data/calendar.ts'
import { counted } from '../../data/digit_grouping.ts'
import { html, type Html } from '../../data/html.ts'
import { auditOfAccount, type OwnAuditEntry } from '../access/accounts/audit_log.ts'
import { endSessions, listSessions, type ListedSession } from '../access/accounts/sessions.ts'
import type { Config } from '../config.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { page, type Route } from '../routes/route.ts'
import { agentName } from './parts/agent_name.ts'
import { goTo, section, showPage, tokenField } from '../pages/page.ts'
import { instant } from '../pages/shown.ts'
import { facts, table } from '../pages/parts.ts'
import { ownForm, signedIn } from './visitor.ts'

const entriesShown = 100

const path = '/console/account'

const showAccount = page({
  path,
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
          ['Ends at the latest', instant(session.expires_at)],
        ])}
        <form method="post" action="/console/sign-out">
          ${tokenField(session)}
          <button class="quiet">Sign out</button>
        </form>
        ${section('sessions', 'Your sessions', sessionList(sessions, session, config))}
        ${section('audit', 'History of your keys', auditTable(entries))}
        ${section(
          'delete',
          'Leave',
          html`<p>
              Deleting your account revokes its keys and erases your address and everything you
              entered.
            </p>
            <p class="actions">
              <a class="button quiet" href="${path}/delete">Delete your account</a>
            </p>`,
        )}`,
    })
  },
})

const sessionList = (sessions: readonly ListedSession[], session: GivenSession, config: Config) =>
  html`${table(
      'Active sessions',
      ['Browser or program', 'Address', 'Signed in', 'Last used', 'Session'],
      sessions.map((each) => [
        agentName(each.agent),
        html`<span class="break">${each.address ?? 'not known'}</span>`,
        instant(each.created_at),
        instant(each.seen_at),
        each.current ? html`<span class="tag">this one</span>` : endForm(each, session),
      ]),
      'stacks',
    )}
    <p class="small">
      Is there one that you do not recognize? End it, then check below what was done to your keys.
      Each ends by itself when it is unused for ${hoursWords(config.session.idle_ms / hour_ms)}.
    </p>
    ${sessions.length > 1 ? endOthersForm(session) : null}`

/** `5 hours`, `7 days`. */
const hoursWords = (hours: number) =>
  hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour')

const endForm = ({ id, agent }: ListedSession, session: GivenSession): Html =>
  html`<form method="post" action="${path}/sessions/end">
    ${tokenField(session)}
    <input type="hidden" name="id" value="${id}" />
    <button class="quiet">End<span class="unseen"> that of ${agentName(agent)}</span></button>
  </form>`

const endOthersForm = (session: GivenSession): Html =>
  html`<form method="post" action="${path}/sessions/end">
    ${tokenField(session)}
    <p class="actions"><button class="quiet">End all others</button></p>
  </form>`

/** Ends the session with an id, or without an id all other sessions. */
const endForms = ownForm({
  path: `${path}/sessions/end`,
  fields: { id: z.string().max(100).optional() },
  wayOn: { path, name: 'Back to your account' },
  async answer({ session, body: { id } }, { store }) {
    await endSessions(store, session, id)
    return goTo(path)
  },
})

/** The account of the session, its other sessions, and the audit log of its keys. */
export const accountPages: Route[] = [showAccount, endForms]

const auditTable = (entries: readonly OwnAuditEntry[]): Html =>
  table(
    `At most ${entriesShown} entries, newest first`,
    ['When', 'What', 'Key', 'Who'],
    entries.map((entry) => [instant(entry.at), whatOf(entry), keyOf(entry), actorOf(entry)]),
    'stacks',
  )

function whatOf({ action, detail }: OwnAuditEntry): string {
  if (action === 'key moved') return `key moved to the ${String(detail?.['to'])} tier`
  if (action === 'key origins changed' && Array.isArray(detail?.['to']))
    return `${action} to ${detail['to'].join(', ')}`
  const { former_key_valid_until: until, former_key_prefix: prefix } = detail ?? {}
  const formerPrefix = typeof prefix === 'string' ? ` ${prefix}…` : ''
  if (action === 'key rotated' && typeof until === 'string')
    return `key rotated; the former value${formerPrefix} until ${until.slice(0, 16).replace('T', ' ')} UTC`
  return action
}

/** The key by its current name, and by the prefix that its secret had then. */
function keyOf({ key_name, key_prefix }: OwnAuditEntry): Html | string {
  if (key_name === null) return ''
  if (key_prefix === null) return key_name
  return html`${key_name} <span class="prefix small">${key_prefix}…</span>`
}

function actorOf({ actor }: OwnAuditEntry): string {
  if (actor.startsWith('account ')) return 'you'
  return actor === 'email' ? 'by email' : 'the operator'
}

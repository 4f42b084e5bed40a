import { z } from 'zod'
import { html, type Html } from '../../data/html.ts'
import { KeyNotFound } from '../access/errors.ts'
import { rotateKey } from '../access/keys/key_rotation.ts'
import { revokeKey } from '../access/keys/keys.ts'
import type { Services } from '../services.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { keysWithUse, type KeyWithUse } from '../routes/account/account_keys.ts'
import { keyIdOf } from '../routes/account/key_use.ts'
import type { Call, Page } from '../routes/plain_route.ts'
import { keyFacts, keyPath } from './parts/key_card.ts'
import { secretOnce } from './parts/key_secret.ts'
import { goTo, showPage, tokenField } from './parts/page.ts'
import { instant } from './parts/shown.ts'
import { useChart } from './parts/use_chart.ts'
import { forSignedIn, readOwnForm } from './visitor.ts'

const section = '/console/keys'
const hour_ms = 60 * 60 * 1000

/** How long a former value may go on, in hours. */
const graces = [
  { hours: '0', name: 'not at all: it ends now' },
  { hours: '1', name: 'for an hour' },
  { hours: '24', name: 'for 24 hours' },
  { hours: '168', name: 'for 7 days' },
  { hours: '720', name: 'for 30 days' },
] as const

const grace_hours = z.enum(graces.map(({ hours }) => hours)).transform(Number)

/** One key: its use, another value for it, and its end. */
export const keyPages: Page[] = [
  { method: 'get', path: '/console/keys/:id', handle: forSignedIn(showKey) },
  { method: 'get', path: '/console/keys/:id/rotate', handle: forSignedIn(askToRotate) },
  { method: 'post', path: '/console/keys/:id/rotate', handle: forSignedIn(rotate) },
  { method: 'get', path: '/console/keys/:id/revoke', handle: forSignedIn(askToRevoke) },
  { method: 'post', path: '/console/keys/:id/revoke', handle: forSignedIn(revoke) },
]

async function showKey(context: Call, services: Services, session: GivenSession): Promise<void> {
  const key = await activeKey(context, services, session)
  const chart = useChart(await services.outcomes.history(key.id))
  showPage(context, {
    title: key.name,
    session,
    section,
    main: html`<p><span class="tag">${key.tier}</span></p>
      ${keyFacts(key)}
      <section aria-labelledby="use">
        <h2 id="use">The last 30 days</h2>
        ${chart}
      </section>
      <h2>Change it</h2>
      <p class="actions">
        <a class="button quiet" href="${keyPath(key)}/rotate">Rotate it</a>
        <a class="button quiet" href="${keyPath(key)}/revoke">Revoke it</a>
      </p>`,
  })
}

async function askToRotate(
  context: Call,
  services: Services,
  session: GivenSession,
): Promise<void> {
  const key = await activeKey(context, services, session)
  showPage(context, {
    title: `Rotate “${key.name}”`,
    session,
    section,
    main: html`<p>
        The key gets a new value, shown once. Its name, its tier and its counts stay. The value that
        it has now, <span class="prefix">${key.prefix}…</span>, can go on for a while, so that your
        programs have time to change.
      </p>
      <form class="panel" method="post" action="${keyPath(key)}/rotate">
        ${tokenField(session)}
        <fieldset>
          <legend>The present value goes on</legend>
          ${graces.map(graceChoice)}
        </fieldset>
        <p class="actions">
          <button>Rotate the key</button>
          <a href="${section}">Leave it as it is</a>
        </p>
      </form>`,
  })
}

const graceChoice = ({ hours, name }: (typeof graces)[number]): Html =>
  html`<label class="choice">
    <input
      type="radio"
      name="grace_hours"
      value="${hours}"
      required
      ${hours === '24' ? html`checked` : null}
    />
    ${name}
  </label>`

async function rotate(context: Call, services: Services, session: GivenSession): Promise<void> {
  const form = await readOwnForm(context, services, session, { grace_hours })
  const caller = { account_id: session.account.id }
  const grace_ms = form.grace_hours * hour_ms
  const rotated = await rotateKey(services.store, { id: keyIdOf(context), grace_ms, caller })
  showPage(context, {
    title: `The new value of “${rotated.name}”`,
    session,
    section,
    main: html`<p class="notice">
        ${
          form.grace_hours === 0
            ? 'The former value has ended.'
            : html`The former value goes on until ${instant(rotated.former_key_valid_until)}.`
        }
      </p>
      ${secretOnce(rotated.key, services.publicUrl())}`,
  })
}

async function askToRevoke(
  context: Call,
  services: Services,
  session: GivenSession,
): Promise<void> {
  const key = await activeKey(context, services, session)
  showPage(context, {
    title: `Revoke “${key.name}”?`,
    session,
    section,
    main: html`<p class="warning">
        Programs that use it are refused at once, and it can not be taken back.
      </p>
      ${keyFacts(key)}
      <form method="post" action="${keyPath(key)}/revoke">
        ${tokenField(session)}
        <p class="actions">
          <button class="danger">Revoke the key</button>
          <a href="${section}">Keep it</a>
        </p>
      </form>`,
  })
}

async function revoke(context: Call, services: Services, session: GivenSession): Promise<void> {
  await readOwnForm(context, services, session, {})
  const caller = { account_id: session.account.id }
  await revokeKey(services.store, { id: keyIdOf(context), caller })
  goTo(context, section)
}

/** The key of the path. Throws KeyNotFound where it is another's, or revoked. */
async function activeKey(
  context: Call,
  services: Services,
  { account }: GivenSession,
): Promise<KeyWithUse> {
  const id = keyIdOf(context)
  const key = (await keysWithUse(services, account.id)).find((each) => each.id === id)
  if (key === undefined) throw new KeyNotFound(id)
  return key
}

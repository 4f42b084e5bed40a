import { z } from 'zod'
import { html, type Html } from '../../data/html.ts'
import { KeyNotFound } from '../access/errors.ts'
import { rotateKey, type RotatedKey } from '../access/keys/key_rotation.ts'
import { revokeKey } from '../access/keys/keys.ts'
import type { Answer } from '../http/answer.ts'
import { uuid } from '../http/parameters/parameters.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { keysWithUse, type KeyWithUse } from '../routes/account/account_keys.ts'
import { page, type Route } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { keyFacts, keyPath, keysPage as section, toKeys } from './parts/key_card.ts'
import { secretOnce } from './parts/key_secret.ts'
import { goTo, showPage, tokenField } from './parts/page.ts'
import { instant } from './parts/shown.ts'
import { useChart } from './parts/use_chart.ts'
import { ownForm, signedIn } from './visitor.ts'

const params = z.object({ id: uuid })
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

const showKey = keyPage('', async (key, session, services) => {
  const chart = useChart(await services.outcomes.history(key.id))
  return showPage({
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
})

const askToRotate = keyPage('/rotate', (key, session) =>
  showPage({
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
  }),
)

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

const rotate = ownForm({
  path: `${section}/:id/rotate`,
  params,
  fields: { grace_hours },
  wayOn: toKeys,
  async answer({ session, params: { id }, body: { grace_hours } }, services) {
    const caller = { account_id: session.account.id }
    const grace_ms = grace_hours * hour_ms
    const rotated = await rotateKey(services.store, { id, grace_ms, caller })
    return newValue(rotated, grace_hours, session, services)
  },
})

const newValue = (
  rotated: RotatedKey,
  grace_hours: number,
  session: GivenSession,
  services: Services,
): Answer =>
  showPage({
    title: `The new value of “${rotated.name}”`,
    session,
    section,
    main: html`<p class="notice">
        ${
          grace_hours === 0
            ? 'The former value has ended.'
            : html`The former value goes on until ${instant(rotated.former_key_valid_until)}.`
        }
      </p>
      ${secretOnce(rotated.key, services.publicUrl())}`,
  })

const askToRevoke = keyPage('/revoke', (key, session) =>
  showPage({
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
  }),
)

const revoke = ownForm({
  path: `${section}/:id/revoke`,
  params,
  fields: {},
  wayOn: toKeys,
  async answer({ session, params: { id } }, { store }) {
    await revokeKey(store, { id, caller: { account_id: session.account.id } })
    return goTo(section)
  },
})

/** One key: its use, another value for it, and its end. */
export const keyPages: Route[] = [showKey, askToRotate, rotate, askToRevoke, revoke]

type Shown = (
  key: KeyWithUse,
  session: GivenSession,
  services: Services,
) => Answer | Promise<Answer>

/** A page about an active key of the account. It is a 404 where the key is another's, or revoked. */
function keyPage(below: '' | `/${string}`, shown: Shown): Route {
  return page({
    path: `${section}/:id${below}`,
    caller: signedIn,
    params,
    wayOn: toKeys,
    async answer({ session, params: { id } }, services) {
      const keys = await keysWithUse(services, session.account.id)
      const key = keys.find((each) => each.id === id)
      if (key === undefined) throw new KeyNotFound(id)
      return shown(key, session, services)
    },
  })
}

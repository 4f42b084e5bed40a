import { z } from 'zod'
import { html } from '../../data/html.ts'
import { rotateKey } from '../access/keys/key_rotation.ts'
import { keyOriginsText } from '../access/keys/key_origins.ts'
import { keyNotFound, revokeKey, setOrigins } from '../access/keys/keys.ts'
import type { Answer } from '../http/answer.ts'
import { uuid } from '../http/parameters/parameters.ts'
import { keysWithUse, type KeyWithUse } from '../routes/account/account_keys.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { page, type Route } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { endpointsSection, failuresSection } from './key_activity.ts'
import { addressForPrograms, keyOnce } from '../pages/code_blocks.ts'
import { linesField } from './parts/fields.ts'
import {
  home,
  keyFacts,
  keyPath,
  keysPath,
  kindTag,
  originForms,
  toKeys as wayOn,
} from './parts/key_card.ts'
import { goTo, section, showPage, tokenField, type PageContent } from '../pages/page.ts'
import { instant } from '../pages/shown.ts'
import { useChart } from './parts/use_chart.ts'
import { ownForm, signedIn, type FilledIn } from './visitor.ts'

const params = z.object({ id: uuid })

/** Options for how long the former value stays valid, in hours. */
const graces = [
  ['0', 'not at all: it ends now'],
  ['1', 'for 1 hour'],
  ['24', 'for 24 hours'],
  ['168', 'for 7 days'],
  ['720', 'for 30 days'],
] as const

const grace_hours = z.enum(graces.map(([hours]) => hours)).transform(Number)

const showKey = keyPage('', async (key, _session, services) => ({
  title: key.name,
  main: html`<p>${kindTag(key)}</p>
    ${keyFacts(key)}
    ${section('use', 'The last 30 days', useChart(await services.outcomes.history(key.id)))}
    ${endpointsSection(await services.outcomes.endpoints(key.id))}
    ${failuresSection(await services.outcomes.failures(key.id))}
    <h2>Change this key</h2>
    <p class="actions">
      ${
        key.kind === 'browser'
          ? html`<a class="button quiet" href="${keyPath(key)}/origins">Change its origins</a>`
          : null
      }
      <a class="button quiet" href="${keyPath(key)}/rotate">Rotate it</a>
      <a class="button quiet" href="${keyPath(key)}/revoke">Revoke it</a>
    </p>`,
}))

const askToRotate = keyPage('/rotate', (key, session) => ({
  title: `Rotate “${key.name}”`,
  main: html`<p>
      The key gets a new value, which is shown once. Its name, its tier and its counts stay the
      same. The current value, <span class="prefix">${key.prefix}…</span>, can stay valid for a
      while, so that you have time to change your programs.
    </p>
    <form class="panel" method="post" action="${keyPath(key)}/rotate">
      ${tokenField(session)}
      <fieldset>
        <legend>The current value stays valid</legend>
        ${graces.map(
          ([hours, name]) =>
            html`<label class="choice">
              <input
                type="radio"
                name="grace_hours"
                value="${hours}"
                required
                ${hours === '24' ? html`checked` : null}
              />
              ${name}
            </label>`,
        )}
      </fieldset>
      <p class="actions">
        <button>Rotate the key</button>
        <a href="${home}">Leave it as it is</a>
      </p>
    </form>`,
}))

const rotate = ownForm({
  path: `${keysPath}/:id/rotate`,
  params,
  fields: { grace_hours },
  wayOn,
  async answer({ http, session, params: { id }, body: { grace_hours } }, services) {
    const caller = { account_id: session.account.id }
    const rotated = await rotateKey(services.store, { id, grace_hours, caller })
    const until = html`is valid until ${instant(rotated.former_key_valid_until)}`
    return showPage({
      title: `The new value of “${rotated.name}”`,
      session,
      section: home,
      main: html`<p class="notice">
          The former value ${grace_hours === 0 ? 'is no longer valid' : until}.
        </p>
        ${keyOnce(rotated, addressForPrograms(http, services))}`,
    })
  },
})

const askForOrigins = keyPage('/origins', (key, session) =>
  originsForm(key, session, { given: { origins: (key.origins ?? []).join('\n') }, errors: [] }),
)

const originsForm = (key: KeyWithUse, session: GivenSession, form: FilledIn): Shown => ({
  title: `Origins of “${key.name}”`,
  main: html`<p>The key answers pages of these origins and no others, at once.</p>
    <form class="panel" method="post" action="${keyPath(key)}/origins">
      ${tokenField(session)}
      ${linesField(
        form,
        { name: 'origins', label: 'For pages of', hint: html`Each on a line: ${originForms}` },
        Math.max(3, key.origins?.length ?? 0),
      )}
      <p class="actions">
        <button>Change the origins</button>
        <a href="${keyPath(key)}">Leave them as they are</a>
      </p>
    </form>`,
})

const changeOrigins = ownForm({
  path: `${keysPath}/:id/origins`,
  params,
  fields: { origins: keyOriginsText },
  wayOn,
  async again(form, { session, params }, services) {
    const key = await keyOf(session, params.id, services)
    return showPage({ ...originsForm(key, session, form), session, section: home })
  },
  async answer({ session, params: { id }, body: { origins } }, { store }) {
    await setOrigins(store, { id, origins, caller: { account_id: session.account.id } })
    return goTo(`${keysPath}/${id}`)
  },
})

const askToRevoke = keyPage('/revoke', (key, session) => ({
  title: `Revoke “${key.name}”?`,
  main: html`<p class="warning">Programs that use it are refused at once. This cannot be undone.</p>
    ${keyFacts(key)}
    <form method="post" action="${keyPath(key)}/revoke">
      ${tokenField(session)}
      <p class="actions">
        <button class="danger">Revoke the key</button>
        <a href="${home}">Keep it</a>
      </p>
    </form>`,
}))

const revoke = ownForm({
  path: `${keysPath}/:id/revoke`,
  params,
  fields: {},
  wayOn,
  async answer({ session, params: { id } }, { store }) {
    await revokeKey(store, { id, caller: { account_id: session.account.id } })
    return goTo(home)
  },
})

/** The pages of one key: its use, its origins, rotation, and revocation. */
export const keyPages: Route[] = [
  showKey,
  askForOrigins,
  changeOrigins,
  askToRotate,
  rotate,
  askToRevoke,
  revoke,
]

type Shown = Pick<PageContent, 'title' | 'main'>

/** A page about an active key of the account. Returns 404 if the key is revoked or another account's. */
function keyPage(
  below: '' | `/${string}`,
  show: (key: KeyWithUse, session: GivenSession, services: Services) => Shown | Promise<Shown>,
): Route {
  return page({
    path: `${keysPath}/:id${below}`,
    caller: signedIn,
    params,
    wayOn,
    async answer({ session, params: { id } }, services): Promise<Answer> {
      const key = await keyOf(session, id, services)
      return showPage({ ...(await show(key, session, services)), session, section: home })
    },
  })
}

/** An active key of the account. Throws a 404 Problem. */
async function keyOf(
  { account }: GivenSession,
  id: string,
  services: Services,
): Promise<KeyWithUse> {
  const keys = await keysWithUse(services, account.id)
  const key = keys.find((each) => each.id === id)
  if (key === undefined) throw keyNotFound(id)
  return key
}

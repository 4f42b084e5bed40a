import { html, type Html } from '../../data/html.ts'
import { createKeyOfAccount, keyName } from '../access/keys/keys.ts'
import type { Services } from '../services.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { keysWithUse, limitCreation, type KeyWithUse } from '../routes/account/account_keys.ts'
import type { Call, Page } from '../routes/plain_route.ts'
import { keyCard } from './parts/key_card.ts'
import { secretOnce } from './parts/key_secret.ts'
import { showPage, tokenField } from './parts/page.ts'
import { useChart, useOfAll } from './parts/use_chart.ts'
import { forSignedIn, readOwnForm } from './visitor.ts'

const section = '/console/keys'

/** The keys of an account, and making one. */
export const keysPages: Page[] = [
  { method: 'get', path: section, handle: forSignedIn(showKeys) },
  { method: 'post', path: section, handle: forSignedIn(makeKey) },
]

async function showKeys(context: Call, services: Services, session: GivenSession): Promise<void> {
  const keys = await keysWithUse(services, session.account.id)
  const histories = await Promise.all(keys.map(({ id }) => services.outcomes.history(id)))
  showPage(context, {
    title: 'API keys',
    session,
    section,
    main: html`${keys.length === 0 ? noKeys : cards(keys)}
    ${keys.length === 0 ? null : useOf(keys.length, useChart(useOfAll(histories)))}
    ${newKey(session, keys.length, services)}`,
  })
}

const noKeys = html`<p class="lead">
  You have no key yet. A key opens the API: make one for each program that asks.
</p>`

const cards = (keys: readonly KeyWithUse[]) =>
  html`<p class="lead">A key opens the API. Keep one for each program that asks.</p>
    <ul class="cards">
      ${keys.map((key) => html`<li class="card">${keyCard(key)}</li>`)}
    </ul>`

const useOf = (keys: number, chart: Html) =>
  html`<section aria-labelledby="use">
    <h2 id="use">The last 30 days${keys > 1 ? ', all keys' : ''}</h2>
    ${chart}
  </section>`

function newKey(session: GivenSession, active: number, { config }: Services): Html {
  const most = config.accountKeyLimits.active
  return html`<section aria-labelledby="new">
    <h2 id="new">A new key</h2>
    ${
      active >= most
        ? html`<p class="notice">
            You have ${active} active keys, as many as an account may have. Revoke one to make
            another.
          </p>`
        : makeForm(session, most - active)
    }
  </section>`
}

const makeForm = (session: GivenSession, left: number) =>
  html`<form class="panel" method="post" action="${section}">
    ${tokenField(session)}
    <p>
      <label for="name">What is it for?</label>
      <input
        id="name"
        name="name"
        type="text"
        required
        maxlength="100"
        autocomplete="off"
        aria-describedby="name-hint"
      />
    </p>
    <p class="small" id="name-hint">
      A name to tell it from your others, such as “market finder”. You may have ${left} more.
    </p>
    <p><button>Make key</button></p>
  </form>`

async function makeKey(context: Call, services: Services, session: GivenSession): Promise<void> {
  const { name } = await readOwnForm(context, services, session, { name: keyName })
  await limitCreation(context, services)
  const { store, config } = services
  const request = { name, account_id: session.account.id }
  const key = await createKeyOfAccount(store, request, config.accountKeyLimits)
  context.status = 201
  showPage(context, {
    title: `Your new key: ${key.name}`,
    session,
    section,
    main: secretOnce(key.key, services.publicUrl()),
  })
}

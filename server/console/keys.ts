import { html, type Html } from '../../data/html.ts'
import { createKeyOfAccount, keyName } from '../access/keys/keys.ts'
import type { Answer } from '../http/answer.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { keysWithUse, limitCreation, type KeyWithUse } from '../routes/account/account_keys.ts'
import { page, type Route } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { keyCard, keysPage, toKeys } from './parts/key_card.ts'
import { secretOnce } from './parts/key_secret.ts'
import { showPage, tokenField } from './parts/page.ts'
import { useChart, useOfAll } from './parts/use_chart.ts'
import { ownForm, signedIn } from './visitor.ts'

/** The keys of an account, and making one. */
export const keysPages: Route[] = [
  page({ path: keysPage, caller: signedIn, wayOn: toKeys, answer: showKeys }),
  ownForm({
    path: keysPage,
    fields: { name: keyName },
    wayOn: toKeys,
    async answer({ http, session, body: { name } }, services) {
      await limitCreation(http, services)
      const { store, config } = services
      const request = { name, account_id: session.account.id }
      const key = await createKeyOfAccount(store, request, config.accountKeyLimits)
      const main = secretOnce(key.key, services.publicUrl())
      const title = `Your new key: ${key.name}`
      return { ...showPage({ title, session, section: keysPage, main }), status: 201 }
    },
  }),
]

async function showKeys(
  { session }: { session: GivenSession },
  services: Services,
): Promise<Answer> {
  const keys = await keysWithUse(services, session.account.id)
  const histories = await Promise.all(keys.map(({ id }) => services.outcomes.history(id)))
  return showPage({
    title: 'API keys',
    session,
    section: keysPage,
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
  html`<form class="panel" method="post" action="${keysPage}">
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

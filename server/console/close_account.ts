import { z } from 'zod'
import { html } from '../../data/html.ts'
import { closeAccount } from '../access/accounts/accounts.ts'
import { noSession } from '../routes/account/session.ts'
import { keysWithUse } from '../routes/account/account_keys.ts'
import { page, type Route } from '../routes/route.ts'
import { goTo, showPage, tokenField } from '../pages/page.ts'
import { ownForm, signedIn } from './visitor.ts'

const path = '/console/account/delete'
const wayOn = { path: '/console/account', name: 'Back to your account' }

const askToDelete = page({
  path,
  caller: signedIn,
  wayOn,
  async answer({ session }, services) {
    const keys = await keysWithUse(services, session.account.id)
    const active =
      keys.length === 0
        ? 'It has no active key.'
        : keys.length === 1
          ? 'Its key is revoked: programs and pages that use it are refused at once.'
          : `Its ${keys.length} keys are revoked: programs and pages that use them are refused at once.`
    return showPage({
      title: 'Delete your account?',
      session,
      main: html`<p class="warning">
          ${active} Keys created for your address without signing in are revoked, too. This cannot
          be undone.
        </p>
        <p>
          Deleted: your email address, your sessions, the names and origins of your keys, and the
          failures with them. Kept: the number of requests of each key, and that its keys were
          created and revoked, under a number that can't be traced to you. You can sign in again
          with the same address, which makes a new account.
        </p>
        <form class="panel" method="post" action="${path}">
          ${tokenField(session)}
          <label class="choice">
            <input type="checkbox" name="sure" value="yes" required />
            Delete the account of ${session.account.email}
          </label>
          <p class="actions">
            <button class="danger">Delete it</button>
            <a href="/console/account">Keep it</a>
          </p>
        </form>`,
    })
  },
})

const deleteIt = ownForm({
  path,
  fields: { sure: z.literal('yes', 'must be ticked') },
  wayOn,
  async answer({ session }, services) {
    const { store, outcomes } = services
    const { id } = session.account
    await outcomes.catchUp()
    await closeAccount(store, { account: id, caller: { account_id: id } })
    return { ...goTo('/console/account/deleted'), cookies: [noSession(services)] }
  },
})

const deleted = page({
  path: '/console/account/deleted',
  caller: { name: 'visitor', check: () => ({}) },
  answer: () =>
    showPage({
      title: 'Your account is deleted',
      session: undefined,
      main: html`<p class="lead">Its keys are revoked, and its personal data is gone.</p>
        <p><a class="button" href="/">Find farms</a></p>`,
    }),
})

export const closeAccountPages: Route[] = [askToDelete, deleteIt, deleted]

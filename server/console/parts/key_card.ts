import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import type { KeyWithUse } from '../../routes/account/account_keys.ts'
import { bar, instant, instantOr } from './shown.ts'
import { facts } from './table.ts'

/** A key in the list: what it is, how it is used, what can be done with it. */
export const keyCard = (key: KeyWithUse): Html =>
  html`<header>
      <h2><a href="${keyPath(key)}">${key.name}</a></h2>
      <span class="tag">${key.tier}</span>
    </header>
    ${keyFacts(key)}
    <p class="actions">
      <a class="button quiet" href="${keyPath(key)}/rotate">Rotate ${unseen(key)}</a>
      <a class="button quiet" href="${keyPath(key)}/revoke">Revoke ${unseen(key)}</a>
    </p>`

/** How a key begins, what it may do today, and when it was made and used. */
export const keyFacts = (key: KeyWithUse): Html =>
  facts([
    ['Begins with', html`<span class="prefix">${key.prefix}…</span>`],
    ['Today', html`${usedToday(key)} ${bar(key.requests_today / key.daily_limit)}`],
    ['Last used', instantOr(key.last_used_at, 'never')],
    ['Made', instant(key.created_at)],
  ])

/** The page of the keys, that of one of them, and the way back to all from a failure. */
export const keysPage = '/console/keys'
export const keyPath = ({ id }: { id: string }): string => `${keysPage}/${id}`
export const toKeys = { path: keysPage, name: 'To your keys' }

const usedToday = ({ requests_today, daily_limit }: KeyWithUse) =>
  `${groupDigits(requests_today)} of ${groupDigits(daily_limit)} requests`

const unseen = ({ name }: KeyWithUse) => html`<span class="unseen">the key ${name}</span>`

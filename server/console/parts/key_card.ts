import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import type { FormerSecret } from '../../access/keys/key_list.ts'
import type { KeyWithUse } from '../../routes/account/account_keys.ts'
import { bar, facts } from '../../pages/parts.ts'
import { instant, instantOr } from '../../pages/shown.ts'

/** The home of the console, which lists the keys; the paths of keys; the link back. */
export const home = '/console'
export const keysPath = '/console/keys'
export const keyPath = ({ id }: { id: string }): string => `${keysPath}/${id}`
export const toKeys = { path: home, name: 'Back to your keys' }

/** A key in the list: its name, its facts, and links to rotate and revoke it. */
export function keyCard(key: KeyWithUse): Html {
  const unseen = html`<span class="unseen">the key ${key.name}</span>`
  return html`<header>
      <h2><a href="${keyPath(key)}">${key.name}</a></h2>
      ${kindTag(key)}
    </header>
    ${keyFacts(key)}
    <p class="actions">
      <a class="button quiet" href="${keyPath(key)}/rotate">Rotate ${unseen}</a>
      <a class="button quiet" href="${keyPath(key)}/revoke">Revoke ${unseen}</a>
    </p>`
}

/** The key's access: the tier of a secret key, or `browser` for a browser key. */
export const kindTag = ({ kind, tier }: KeyWithUse): Html =>
  html`<span class="tag">${kind === 'browser' ? 'browser key' : `secret key, ${tier}`}</span>`

/** Examples of origins. */
export const originForms = html`<code>https://farms.example</code>,
  <code>https://*.farms.example</code> for every name below it,
  <code>http://localhost:*</code> while you develop.`

const formerValue = ({ prefix, valid_until }: FormerSecret): [string, Html] => [
  'Former value',
  html`${prefix === null ? null : html`<span class="prefix">${prefix}…</span> `}works until
  ${instant(valid_until)}`,
]

const forPagesOf = (origins: readonly string[]): [string, Html] => [
  'For pages of',
  html`${origins.map((origin) => html`<span class="origin">${origin}</span> `)}`,
]

/** The key's prefix, its use today, and when it was last used and created. */
export const keyFacts = (key: KeyWithUse): Html =>
  facts([
    ['Begins with', html`<span class="prefix">${key.prefix}…</span>`],
    ...(key.origins ? [forPagesOf(key.origins)] : []),
    [
      'Today',
      html`${groupDigits(key.requests_today)} of ${groupDigits(key.daily_limit)} requests
      ${bar({ has: key.requests_today / key.daily_limit, hasNot: 1 })}`,
    ],
    ...key.former_secrets.map(formerValue),
    ['Last used', instantOr(key.last_used_at, 'never')],
    ['Created', instant(key.created_at)],
  ])

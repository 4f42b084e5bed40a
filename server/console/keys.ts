import { z } from 'zod'
import { html, type Html } from '../../data/html.ts'
import { keyOriginsText, mostOrigins } from '../access/keys/key_origins.ts'
import { createOwnKey, keyName } from '../access/keys/keys.ts'
import type { DayOfUse } from '../access/limits/outcomes.ts'
import { keysWithUse, limitCreation, type KeyWithUse } from '../routes/account/account_keys.ts'
import type { GivenSession } from '../routes/account/session.ts'
import type { Services } from '../services.ts'
import { anybody } from '../routes/callers.ts'
import { page, type Http, type Route } from '../routes/route.ts'
import type { Answer } from '../http/answer.ts'
import { badParameters } from '../http/problem.ts'
import { addressForPrograms, keyOnce } from '../pages/code_blocks.ts'
import { home, keyCard, keysPath, originForms, toKeys as wayOn } from './parts/key_card.ts'
import { linesField, textField } from './parts/fields.ts'
import { chosenKind } from './parts/key_tiles.ts'
import { goTo, section, showPage, tokenField } from '../pages/page.ts'
import { facts } from '../pages/parts.ts'
import { reportsPath } from './reports.ts'
import { totalOf, useChart, useOfAll } from './parts/use_chart.ts'
import { firstRequestSection, startShown, tiersSection } from './start.ts'
import { ownForm, visitor, type FilledIn } from './visitor.ts'

const emptyForm: FilledIn = { given: {}, errors: [] }

/**
 * The home of the console: the account's keys, and the form for creating one. Without a session it shows
 * how to begin. `dataRoutes` are the routes for keys.
 */
export const keysPages = (dataRoutes: readonly Route[]): Route[] => [
  page({
    path: home,
    caller: visitor,
    answer: ({ http, session }, services) =>
      session
        ? keysShown(emptyForm, { http, session }, services, dataRoutes)
        : startShown(http, services, dataRoutes),
  }),
  page({ path: keysPath, caller: anybody, answer: () => goTo(home) }),
  ownForm({
    path: keysPath,
    fields: { kind: z.enum(['secret', 'browser']).optional(), name: keyName, origins },
    wayOn,
    again: (form, request, services) => keysShown(form, request, services, dataRoutes),
    answer: ({ http, session, body }, services) => createKey(http, session, body, services),
  }),
]

/** The use of an account, its keys, and the form for another one. */
async function keysShown(
  form: FilledIn,
  { http, session }: { http: Http; session: GivenSession },
  services: Services,
  dataRoutes: readonly Route[],
): Promise<Answer> {
  const keys = await keysWithUse(services, session.account.id)
  const histories = await Promise.all(keys.map(({ id }) => services.outcomes.history(id)))
  const more = services.config.accountKeyLimits.active - keys.length
  return showPage({
    title: 'Console',
    session,
    section: home,
    main: html`${keys.length === 0 ? noKeys : keyList(keys, useOfAll(histories))}
    ${services.config.operators.includes(session.account.email) ? toReports : null}
    ${section('new', 'A new key', more > 0 ? newKey(session, more, form) : tooManyKeys(keys.length))}
    ${keys.length === 0 ? firstRequestSection(addressForPrograms(http, services), html`<a href="#new">Create an API key.</a>`) : null}
    ${tiersSection(services.config, dataRoutes)}`,
  })
}

/** An empty field requests a secret key. */
const origins = z
  .string()
  .default('')
  .transform((text) => text.trim() || undefined)
  .pipe(keyOriginsText.optional())

type WantedKey = {
  kind?: 'secret' | 'browser' | undefined
  name: string
  origins?: string[] | undefined
}

async function createKey(
  http: Http,
  session: GivenSession,
  { kind, name, origins }: WantedKey,
  services: Services,
): Promise<Answer> {
  if (kind === 'browser' && origins === undefined)
    throw badParameters([
      {
        parameter: 'origins',
        message: 'name the origin of your pages, such as https://farms.example',
      },
    ])
  // Two keys of one name look the same, and a form that is sent twice must make one key.
  const keys = await keysWithUse(services, session.account.id)
  if (keys.some((key) => key.name === name))
    throw badParameters([
      { parameter: 'name', message: 'you have a key of this name; to change its value, rotate it' },
    ])
  await limitCreation(http, services)
  const { store, config } = services
  const ofPages = kind === 'secret' ? undefined : origins
  const owner = { account_id: session.account.id }
  const wanted = { name, origins: ofPages }
  const key = await createOwnKey(store, owner, wanted, config.accountKeyLimits)
  const main = keyOnce(key, addressForPrograms(http, services))
  const title = `Your new key: ${key.name}`
  return { ...showPage({ title, session, section: home, main }), status: 201 }
}

const toReports = html`<p>
  <a href="${reportsPath}">Farms to check</a>: reports of visitors, and pairs that may be one farm
</p>`

const noKeys = html`<p class="lead">You have no key yet. Create one for each program or site.</p>`

const keyList = (keys: readonly KeyWithUse[], days: readonly DayOfUse[]) =>
  html`<p class="lead">A key gives access to the API. Use one for each program.</p>
    ${facts(
      [
        ['Requests today', requestsIn(days, dayLength)],
        ['This month', requestsIn(days, monthLength)],
        ['Secret keys', keys.filter(({ kind }) => kind === 'secret').length],
        ['Browser keys', keys.filter(({ kind }) => kind === 'browser').length],
      ],
      'figures',
    )}
    <ul class="cards">
      ${keys.map((key) => html`<li class="card">${keyCard(key)}</li>`)}
    </ul>
    ${section('use', `The last 30 days${keys.length > 1 ? ', all keys' : ''}`, useChart(days))}`

/** Lengths of a month and of a day in `2026-11-22`. */
const [monthLength, dayLength] = [7, 10]

/** Requests on all days that share a prefix with the last day: its month, or the day itself. */
function requestsIn(days: readonly DayOfUse[], length: number): number {
  const begin = days.at(-1)!.day.slice(0, length)
  const wanted = days.filter(({ day }) => day.startsWith(begin))
  return wanted.reduce((sum, day) => sum + totalOf(day), 0)
}

const tooManyKeys = (active: number) =>
  html`<p class="notice">
    You have ${active} active keys, the maximum of an account. Revoke one to create another.
  </p>`

const newKey = (session: GivenSession, more: number, form: FilledIn): Html =>
  html`<form class="panel" method="post" action="${keysPath}#new">
    ${tokenField(session)} ${chosenKind(form)}
    ${textField(form, {
      name: 'name',
      label: 'Name',
      hint: html`A name that differs from your other keys, such as “market finder”. You may have
      ${more} more.`,
    })}
    <div class="of-website">
      ${linesField(form, {
        name: 'origins',
        label: 'Origins of the pages',
        hint: html`One to ${mostOrigins}, each on a line: ${originForms}`,
      })}
    </div>
    <p><button>Create key</button></p>
  </form>`

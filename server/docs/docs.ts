import { z } from 'zod'
import { html, type Html } from '../../data/html.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { addressForPrograms } from '../pages/code_blocks.ts'
import { showPage } from '../pages/page.ts'
import { forEverybody } from '../pages/for_everybody.ts'
import { assetUrls } from '../pages/assets.ts'
import { askingHere } from '../ask/ask_here.ts'
import { visitor } from '../console/visitor.ts'
import type { Config } from '../config.ts'
import type { Answer } from '../http/answer.ts'
import { Problem } from '../http/problem.ts'
import type { OpenApiDocument } from '../openapi/model.ts'
import { accountTier } from '../routes/account/account_tier.ts'
import { farms } from '../routes/farms/farms.ts'
import { page, type Route, type Visitor } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { errorList, errorPage, errorTitle, kindNamed } from './errors.ts'
import { exampleRequest } from './example.ts'
import { markdown } from './markdown.ts'
import { operationPage } from './operation_page.ts'
import { questions, type Subject } from './questions.ts'
import { otherWays, recipes } from './recipes.ts'
import { recordedFarm } from './recorded.ts'
import { operationsOf, type Operation } from './reference.ts'

const path = '/docs'
const errorsPath = `${path}/errors`

/**
 * The API reference: a guide, and a page per operation, made from the OpenAPI document. Requests do not count
 * against a limit, so that clients over it can read the reason here. `ownPaths`: paths of data routes that
 * pages may ask without a key, with the tier of each.
 */
export function docsPages(ownPaths: ReadonlyMap<string, Tier>): Route[] {
  const guide = page({
    path,
    caller: visitor,
    answer({ session }, services) {
      const { description = '', version } = documentOf(services).info
      const main = html`${otherWays} ${markdown(description)}
        <p class="small">
          Version ${version}. <a href="/openapi.json">The same for programs</a>, as OpenAPI 3.1.
        </p>`
      return referencePage(services, session, { title: 'API reference', at: path, main })
    },
  })
  const reference = page({
    path: `${path}/:operation`,
    caller: visitor,
    params: z.object({ operation: z.string().max(100) }),
    wayOn: { path, name: 'All operations' },
    async answer({ http, session, params }, services) {
      const document = documentOf(services)
      const each = operationsOf(document).find(({ id }) => id === params.operation)
      if (!each) throw new Problem('not-found', `the API has no operation ${params.operation}`)
      const account = session && (await accountTier(services, session))
      const asker = { lowest: ownPaths.get(each.path), account }
      const question = questions(await subjectIn(services))[each.id] ?? {
        request: exampleRequest(each),
      }
      return referencePage(services, session, {
        title: `${each.method} ${each.path}`,
        at: `${path}/${each.id}`,
        main: operationPage(document, each, asker, question, addressForPrograms(http, services)),
        head: html`<script type="module" src="${assetUrls.reference}"></script>`,
      })
    },
  })
  const errors = page({
    path: errorsPath,
    caller: visitor,
    answer: ({ session }, services) =>
      referencePage(services, session, { title: 'Errors', at: errorsPath, main: errorList() }),
  })
  const error = page({
    path: `${errorsPath}/:name`,
    caller: visitor,
    params: z.object({ name: z.string().max(100) }),
    wayOn: { path: errorsPath, name: 'All types of failure' },
    answer({ session, params }, services) {
      const kind = kindNamed(params.name)
      if (!kind) throw new Problem('not-found', `there is no type of failure ${params.name}`)
      const main = errorPage(kind, services.config.publicUrl ?? '')
      return referencePage(services, session, { title: errorTitle(kind), at: errorsPath, main })
    },
  })
  const recipe = page({
    path: `${path}/recipes/:name`,
    caller: visitor,
    params: z.object({ name: z.string().max(100) }),
    wayOn: { path, name: 'All operations' },
    answer({ session, params }, services) {
      const found = recipes.find(({ name }) => name === params.name)
      if (!found) throw new Problem('not-found', `there is no recipe ${params.name}`)
      const { title, path: at, text } = found
      return referencePage(services, session, { title, at, main: markdown(text) })
    },
  })
  return [guide, reference, errors, error, recipe].map((route) =>
    forEverybody({ ...route, counted: false }),
  )
}

/** A page of the reference, beside the list of operations; `at`: its path in that list. */
function referencePage(
  services: Services,
  session: Visitor | undefined,
  { title, at, main, head }: { title: string; at: string; main: Html; head?: Html },
): Answer {
  const operations = operationsOf(documentOf(services))
  return showPage({
    title,
    session,
    section: path,
    ...(head && { head }),
    main: withResources(operations, at, main),
  })
}

/** What questions are about: the recorded answers' farm if it is in the live snapshot, else the first farm. */
async function subjectIn(services: Services): Promise<Subject> {
  const { live } = services.snapshots
  if (!live) return { farm: recordedFarm, since: 'SNAPSHOT' }
  const since = live.manifest.previous ?? live.id
  if (live.ids.rowOf(recordedFarm) !== undefined) return { farm: recordedFarm, since }
  const { data } = await askingHere('free', services)(farms, { per_page: 1 })
  return { farm: data[0]?.id ?? recordedFarm, since }
}

const documents = new WeakMap<Config, OpenApiDocument>()

/** The document that the server was started with, parsed when a page first needs it. */
function documentOf({ config, openApi }: Services): OpenApiDocument {
  const document = documents.get(config) ?? (JSON.parse(openApi) as OpenApiDocument)
  documents.set(config, document)
  return document
}

/** The pages: the guide, recipes, and operations by resource. The group of the page that is shown is open. */
function withResources(operations: readonly Operation[], shown: string, main: Html): Html {
  const current = (at: string) => (at === shown ? html`aria-current="page"` : null)
  const links = operations.map(({ id, tag, method, path: of }) => {
    const name = html`<span class="method">${method}</span> ${of.replace('/v1', '')}`
    return { group: tag, at: `${path}/${id}`, name }
  })
  const ofRecipes = recipes.map(({ path: at, title }) => ({
    group: 'Recipes',
    at,
    name: html`${title}`,
  }))
  const all = [...ofRecipes, ...links]
  const unfolded = all.find(({ at }) => at === shown)?.group ?? 'Farms'
  return html`<div class="reference">
    <nav class="resources" aria-label="Operations">
      <ul>
        <li><a href="${path}" ${current(path)}>Guide</a></li>
        <li><a href="${errorsPath}" ${current(errorsPath)}>Errors</a></li>
      </ul>
      ${[...Map.groupBy(all, ({ group }) => group)].map(
        ([group, own]) =>
          html`<details ${unfolded === group ? html`open` : null}>
            <summary>${group}</summary>
            <ul>
              ${own.map(({ at, name }) => html`<li><a href="${at}" ${current(at)}>${name}</a></li>`)}
            </ul>
          </details>`,
      )}
    </nav>
    <div class="operation">${main}</div>
  </div>`
}

import { z } from 'zod'
import { html, type Html } from '../../data/html.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { showPage } from '../console/parts/page.ts'
import { forEverybody } from '../console/parts/for_everybody.ts'
import { assetUrls } from '../console/parts/assets.ts'
import { visitor } from '../console/visitor.ts'
import type { Config } from '../config.ts'
import { Problem } from '../http/problem.ts'
import type { OpenApiDocument } from '../openapi/model.ts'
import { tierOf } from '../routes/account/account_tier.ts'
import { page, type Route } from '../routes/route.ts'
import { markdown } from './markdown.ts'
import { operationPage } from './operation_page.ts'
import { operationsOf, type Operation } from './reference.ts'

const path = '/docs'

/**
 * The reference of the API for people: a guide, and a page for each operation, made of the description
 * that programs read. Like that it does not count against a limit: who is over it reads here why.
 * `ownPaths` are those of data routes that pages may ask without a key, with the tier that they are for.
 */
export function docsPages(
  describe: (config: Config) => OpenApiDocument,
  ownPaths: ReadonlyMap<string, Tier>,
): Route[] {
  const documentOf = once(describe)
  const guide = page({
    path,
    caller: visitor,
    answer({ session }, { config }) {
      const document = documentOf(config)
      const { description = '', version } = document.info
      const main = html`${markdown(description)}
        <p class="small">
          Version ${version}. <a href="/openapi.json">The same for programs</a>, as OpenAPI 3.1.
        </p>`
      return showPage({
        title: 'API reference',
        session,
        section: path,
        main: withResources(operationsOf(document), undefined, main),
      })
    },
  })
  const reference = page({
    path: `${path}/:operation`,
    caller: visitor,
    params: z.object({ operation: z.string().max(100) }),
    wayOn: { path, name: 'All operations' },
    async answer({ session, params }, services) {
      const { config, publicUrl } = services
      const document = documentOf(config)
      const operations = operationsOf(document)
      const each = operations.find(({ id }) => id === params.operation)
      if (!each) throw new Problem('not-found', `the API has no operation ${params.operation}`)
      const account = session && (await tierOf(services, session))
      const asker = { lowest: ownPaths.get(each.path), account }
      const main = operationPage(document, each, asker, publicUrl())
      return showPage({
        title: `${each.method} ${each.path}`,
        session,
        section: path,
        head: html`<script type="module" src="${assetUrls.reference}"></script>`,
        main: withResources(operations, each, main),
      })
    },
  })
  return [guide, reference].map((route) => forEverybody({ ...route, counted: false }))
}

/** Describing takes a while, and the same configuration has the same description. */
function once(describe: (config: Config) => OpenApiDocument) {
  const known = new WeakMap<Config, OpenApiDocument>()
  return (config: Config): OpenApiDocument => {
    const document = known.get(config) ?? describe(config)
    known.set(config, document)
    return document
  }
}

/** The operations by resource, of which the one that the page is about is unfolded. */
const withResources = (
  operations: readonly Operation[],
  shown: Operation | undefined,
  main: Html,
): Html =>
  html`<div class="reference">
    <nav class="resources" aria-label="Operations">
      <p><a href="${path}" ${shown ? null : html`aria-current="page"`}>Guide</a></p>
      ${[...Map.groupBy(operations, ({ tag }) => tag)].map(
        ([tag, own]) =>
          html`<details ${(shown?.tag ?? 'Farms') === tag ? html`open` : null}>
            <summary>${tag}</summary>
            <ul>
              ${own.map((each) => html`<li>${linkTo(each, shown)}</li>`)}
            </ul>
          </details>`,
      )}
    </nav>
    <div class="operation">${main}</div>
  </div>`

const linkTo = ({ id, method, path: of }: Operation, shown: Operation | undefined): Html =>
  html`<a href="${path}/${id}" ${id === shown?.id ? html`aria-current="page"` : null}
    ><span class="method">${method}</span> ${of.replace('/v1', '')}</a
  >`

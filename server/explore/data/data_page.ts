import type { z } from 'zod'
import { html, type Html } from '../../../data/html.ts'
import { visitor } from '../../console/visitor.ts'
import { addressForPrograms } from '../../pages/code_blocks.ts'
import { forEverybody } from '../../pages/for_everybody.ts'
import { linkPreview } from '../../pages/link_preview.ts'
import { showPage } from '../../pages/page.ts'
import { accountTier } from '../../routes/account/account_tier.ts'
import { page, type Http, type Nothing, type Route } from '../../routes/route.ts'
import { requireReady, type Services } from '../../services.ts'
import { figuresOn } from './figures.ts'

export const dataPath = '/data'

/** The pages of the data, in the order of their navigation. */
const pages: Record<string, string> = {
  [dataPath]: 'Overview',
  [`${dataPath}/coverage`]: 'Coverage',
  [`${dataPath}/sources`]: 'Sources',
  [`${dataPath}/downloads`]: 'Downloads',
  [`${dataPath}/dictionary`]: 'Dictionary',
}
export const mainPaths = Object.keys(pages)

/** The snapshot and its figures, for a page. */
async function foundBy(http: Http, services: Services) {
  const snapshot = requireReady(services)
  const now = services.clock()
  const figures = figuresOn(snapshot.stats, now)
  const publicUrl = addressForPrograms(http, services)
  return { snapshot, manifest: snapshot.manifest, figures, now, publicUrl }
}
export type Found = Awaited<ReturnType<typeof foundBy>>

type DataPage<Params extends z.ZodObject> = {
  path: string
  /** The page of the navigation that it belongs to. */
  under?: string
  params?: Params
  content: (
    found: Found & { services: Services; tier: Awaited<ReturnType<typeof accountTier>> },
    params: z.output<Params>,
  ) => Promise<Content> | Content
}

type Content = {
  title: string
  /** One sentence for search engines and link previews. */
  description: string
  main: Html
}

/** Declares a page of the data of the live snapshot. */
export const dataPage = <Params extends z.ZodObject = Nothing>({
  path,
  under = path,
  params,
  content,
}: DataPage<Params>): Route =>
  forEverybody(
    page({
      path,
      caller: visitor,
      ...(params && { params }),
      wayOn: { path: under, name: `Back to the page: ${pages[under]}` },
      async answer({ http, session, params }, services) {
        const tier = await accountTier(services, session)
        const found = { ...(await foundBy(http, services)), services, tier }
        const { main, ...texts } = await content(found, params)
        const url = services.publicUrl() + http.path
        return showPage({
          title: texts.title,
          session,
          section: dataPath,
          head: html`<link rel="canonical" href="${url}" />
            ${linkPreview({ ...texts, url, publicUrl: services.publicUrl() })}`,
          main: html`${navigation(http.path, under)} ${main}`,
        })
      },
    }),
  )

/** Links to the pages of the data; `under` is marked as the current one. */
const navigation = (path: string, under: string): Html =>
  html`<nav class="contents" aria-label="The data">
    <ul>
      ${Object.entries(pages).map(
        ([to, name]) =>
          html`<li>
            <a href="${to}" ${to === under ? current(to === path) : null}>${name}</a>
          </li>`,
      )}
    </ul>
  </nav>`

const current = (isPage: boolean) => html`aria-current="${isPage ? 'page' : 'true'}"`

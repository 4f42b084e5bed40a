import type { z } from 'zod'
import { html, type Html } from '../../../data/html.ts'
import { linkPreview, showPage } from '../../pages/page.ts'
import type { Nothing, Route } from '../../routes/route.ts'
import { requireReady } from '../../services.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { publicPage, type Visit } from '../visit.ts'
import { figuresOn, type StatsFigures } from './figures.ts'

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

/** A visit, with the live snapshot and its figures of today. */
type Found = Visit & Pick<Snapshot, 'manifest'> & { snapshot: Snapshot; figures: StatsFigures }

type DataPage<Params extends z.ZodObject> = {
  path: string
  /** The page of the navigation that it belongs to. */
  under?: string
  params?: Params
  content: (found: Found, params: z.output<Params>) => Promise<Content> | Content
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
  publicPage({
    path,
    params,
    wayOn: { path: under, name: `Back to the page: ${pages[under]}` },
    async answer({ params, ...visit }) {
      const { http, session, publicUrl, services, now } = visit
      const snapshot = requireReady(services)
      const { manifest, stats } = snapshot
      const found = { ...visit, params, snapshot, manifest, figures: figuresOn(stats, now) }
      const { main, ...texts } = await content(found, params)
      const url = publicUrl + http.path
      return showPage({
        title: texts.title,
        session,
        section: dataPath,
        head: html`<link rel="canonical" href="${url}" />
          ${linkPreview({ ...texts, url, publicUrl })}`,
        main: html`${navigation(http.path, under)} ${main}`,
      })
    },
  })

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

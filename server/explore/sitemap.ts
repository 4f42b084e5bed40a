import { z } from 'zod'
import { html, type Html } from '../../data/html.ts'
import type { Answer } from '../http/answer.ts'
import type { Coding } from '../http/coding.ts'
import { entityTag } from '../http/entity_tag.ts'
import { Problem } from '../http/problem.ts'
import { anybody } from '../routes/callers.ts'
import { page, type Route } from '../routes/route.ts'
import { requireReady } from '../services.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { dataPaths } from './data/pages.ts'
import { onceOf } from './once.ts'

/** Maximum number of addresses in a sitemap (sitemaps.org). */
const mostUrls = 50_000

/** The public pages, except pages of farms and of the data. */
const pages = ['/', '/market', '/docs']

/** The farms of a snapshot by id, without generated ones, each with the day of its record's last change. */
const farmsOf = onceOf(async ({ database, manifest: { built_at } }) => {
  const rows = await database.rows(
    `select id::varchar, strftime(coalesce(changed_at, $built_at::timestamptz)::timestamp, '%Y-%m-%d')
     from farms
     where not synthetic
     order by id`,
    { built_at },
  )
  return rows.map(([id, changed]) => ({ id: id as string, changed: changed as string }))
})

export const sitemapPages: Route[] = [
  page({
    path: '/robots.txt',
    caller: anybody,
    answer: (_, { publicUrl }) => ({
      content: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: robots(publicUrl()),
    }),
  }),
  page({
    path: '/sitemap.xml',
    caller: anybody,
    async answer({ coding }, services) {
      const snapshot = requireReady(services)
      const parts = Math.ceil((await farmsOf(snapshot)).length / mostUrls)
      const names = ['pages', ...Array.from({ length: parts }, (_, part) => `farms-${part + 1}`)]
      const entries = names.map(
        (name) => html`<sitemap><loc>${services.publicUrl()}/sitemaps/${name}.xml</loc></sitemap>`,
      )
      return xml(
        snapshot,
        coding,
        'index',
        html`<sitemapindex xmlns="${schema}">${entries}</sitemapindex>`,
      )
    },
  }),
  page({
    path: '/sitemaps/:name',
    caller: anybody,
    params: z.object({ name: z.string() }),
    async answer({ coding, params: { name } }, services) {
      const snapshot = requireReady(services)
      const publicUrl = services.publicUrl()
      if (name === 'pages.xml') {
        const changed = snapshot.manifest.built_at.slice(0, 10)
        const paths = [...pages, ...dataPaths(snapshot, services.clock())]
        return xml(snapshot, coding, name, urlSet(paths.map((path) => [publicUrl + path, changed])))
      }
      const part = Number(/^farms-([1-9]\d{0,4})\.xml$/.exec(name)?.[1])
      const farms = (await farmsOf(snapshot)).slice((part - 1) * mostUrls, part * mostUrls)
      if (farms.length === 0) throw new Problem('not-found', `there is no sitemap ${name}`)
      const removed = new Set(snapshot.hidden.ids)
      const shown = farms.filter(({ id }) => !removed.has(id))
      return xml(
        snapshot,
        coding,
        name,
        urlSet(shown.map(({ id, changed }) => [`${publicUrl}/farms/${id}`, changed])),
      )
    },
  }),
]

const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const urlSet = (urls: readonly (readonly [loc: string, lastmod: string])[]): Html =>
  html`<urlset xmlns="${schema}"
    >${urls.map(
      ([loc, lastmod]) => html`<url><loc>${loc}</loc><lastmod>${lastmod}</lastmod></url>`,
    )}</urlset
  >`

const xml = ({ id, hidden }: Snapshot, coding: Coding, name: string, { text }: Html): Answer => ({
  tag: entityTag(coding, id, hidden.key, name),
  headers: { 'Cache-Control': 'no-cache' },
  content: { 'Content-Type': 'text/xml; charset=utf-8' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`,
})

/** The start page has unlimited views; robots need only the farms' pages. */
const robots = (publicUrl: string) => `User-agent: *
Disallow: /?
Disallow: /console
Disallow: /explore/
Disallow: /v1/

Sitemap: ${publicUrl}/sitemap.xml
`

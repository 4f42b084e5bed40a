import { html, type Html } from '../../data/html.ts'
import type { Answer } from '../http/answer.ts'
import { formToken } from '../routes/account/session.ts'
import type { Visitor } from '../routes/route.ts'
import { assetUrls } from './assets.ts'
import { frame, ownOnly, type Around, type PageParts } from './frame.ts'

/** No other site may frame a page or receive its address, since some addresses hold a token. */
const headers = {
  'Content-Security-Policy': `${ownOnly}; frame-ancestors 'none'`,
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

const sections: Around['links'] = [
  { path: '/', name: 'Explore' },
  { path: '/market', name: 'Area report' },
  { path: '/data', name: 'Data' },
  { path: '/docs', name: 'API' },
  { path: '/console', name: 'Console' },
]

export type PageContent = PageParts & {
  /** The session of the browser; null = unknown, as on the page of a problem. */
  session: Visitor | undefined | null
  /** The entry of the navigation that the page belongs to. */
  section?: string
  search?: Html
  /** Other elements of the page's head: a description, a style, a script. */
  head?: Html
}

export const showPage = (shown: PageContent): Answer => ({
  headers,
  content: { 'Content-Type': 'text/html; charset=utf-8' },
  body: page(shown),
})

/** The answer that redirects to another page: the browser asks for it with GET. */
export const goTo = (path: string): Answer => ({
  status: 303,
  headers: { ...headers, Location: path },
  body: '',
})

const page = ({ session, section, head, search, ...content }: PageContent): string =>
  frame(content, {
    head: html`<link rel="icon" type="image/svg+xml" href="${assetUrls.icon}" />
      <link rel="stylesheet" href="${assetUrls.style}" />
      <link rel="preload" href="${assetUrls.inter}" as="font" type="font/woff2" crossorigin />
      <script type="module" src="${assetUrls.script}"></script>
      <link rel="service-desc" href="/openapi.json" />
      <link rel="api-catalog" href="/.well-known/api-catalog" />
      <link rel="alternate" type="text/markdown" href="/llms.txt" />
      ${head}`,
    sprite: assetUrls.sprite,
    search,
    links: sections,
    current: section,
    beside: session === null ? null : whoIsHere(session),
    bottom: html`Unknown never means “no”. For programs: <a href="/openapi.json">OpenAPI</a>,
      <a href="/llms.txt">llms.txt</a>.`,
  })

const whoIsHere = (session: Visitor | undefined) =>
  session === undefined
    ? html`<p class="who"><a href="/console/sign-in">Sign in</a></p>`
    : html`<p class="who">
        <a href="/console/account" title="Your account">${session.account.email}</a>
      </p>`

/** A part of a page under a heading. */
export const section = (id: string, title: string, content: Html): Html =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`

/** The hidden field that proves that a form is on a page of this service. */
export const tokenField = (session: Visitor): Html =>
  html`<input type="hidden" name="form_token" value="${formToken(session)}" />`

type Previewed = { title: string; description: string; url: string; publicUrl: string }

/** The elements that link previews read: title and description of the page, and the service's picture. */
export const linkPreview = ({ title, description, url, publicUrl }: Previewed): Html =>
  html`<meta name="description" content="${description}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Farm Directory" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${url}" />
    <meta property="og:image" content="${publicUrl}${assetUrls.preview}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="Farm Directory: farms in the United States" />
    <meta name="twitter:card" content="summary_large_image" />`

import { html, type Html } from '../../../data/html.ts'
import type { Answer } from '../../http/answer.ts'
import { formToken } from '../../routes/account/session.ts'
import type { Visitor } from '../../routes/route.ts'
import { assetUrls } from './assets.ts'

/**
 * Nothing comes from outside, no script or style is inline, and no other site may frame a page.
 * Forms go to this service only. No other site gets an address, since some hold a token.
 */
const headers = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

const sections = [
  { path: '/', name: 'Explore' },
  { path: '/market', name: 'Market' },
  { path: '/data', name: 'Data' },
  { path: '/docs', name: 'API' },
  { path: '/console', name: 'Console' },
]

export type PageContent = {
  title: string
  main: Html
  /** The session of the browser; null = not known, as on the page of a problem. */
  session: Visitor | undefined | null
  /** The entry of the navigation that the page belongs to. */
  section?: string
  /** What the head of the page has besides: a description, a style, a script of its own. */
  head?: Html
  /** `whole`: the content has the whole width of the window. */
  layout?: 'whole'
}

/** The answer that shows a page. */
export const showPage = (shown: PageContent): Answer => ({
  headers,
  content: { 'Content-Type': 'text/html; charset=utf-8' },
  body: page(shown).text,
})

/** The answer that redirects to another page: the browser asks for it with GET. */
export const goTo = (path: string): Answer => ({
  status: 303,
  headers: { ...headers, Location: path },
  body: '',
})

const page = ({ title, main, session, section, head, layout }: PageContent) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Farm Directory</title>
        <link rel="icon" type="image/svg+xml" href="${assetUrls.icon}" />
        <link rel="stylesheet" href="${assetUrls.style}" />
        <script type="module" src="${assetUrls.script}"></script>
        ${head}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <a class="mark" href="/">Farm Directory</a>
          ${navigation(section)} ${session === null ? null : whoIsHere(session)}
        </header>
        <main id="main" class="${layout}" tabindex="-1">
          <h1>${title}</h1>
          ${main}
        </main>
        <footer class="bottom">
          <a href="/openapi.json">OpenAPI</a> describes the API. An unknown value is null, never
          “no”.
        </footer>
      </body>
    </html> `

const navigation = (current: string | undefined) =>
  html`<nav aria-label="Pages">
    <ul>
      ${sections.map(
        ({ path, name }) =>
          html`<li>
            <a href="${path}" ${path === current ? html`aria-current="page"` : null}>${name}</a>
          </li>`,
      )}
    </ul>
  </nav>`

const whoIsHere = (session: Visitor | undefined) =>
  session === undefined
    ? html`<p class="who"><a href="/console/sign-in">Sign in</a></p>`
    : html`<div class="who">
        <a href="/console/account" title="Your account">${session.account.email}</a>
        <form method="post" action="/console/sign-out">
          ${tokenField(session)}
          <button class="quiet">Sign out</button>
        </form>
      </div>`

/** A part of a page under a heading. */
export const section = (id: string, title: string, content: Html): Html =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`

/** The hidden field that proves that a form is on a page of this service. */
export const tokenField = (session: Visitor): Html =>
  html`<input type="hidden" name="form_token" value="${formToken(session)}" />`

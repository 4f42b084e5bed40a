import { html, type Html } from '../../../data/html.ts'
import type { Answer } from '../../http/answer.ts'
import { formToken, type GivenSession } from '../../routes/account/session.ts'
import { assetUrl } from './assets.ts'

/**
 * Nothing comes from outside, no script or style is inline, and no other site may frame a page.
 * Forms go to this service only. Addresses with a token in them are told to no other site.
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
  { path: '/console', name: 'Start' },
  { path: '/console/keys', name: 'API keys' },
  { path: '/console/data', name: 'Data' },
  { path: '/docs', name: 'API reference' },
]

export type PageContent = {
  title: string
  main: Html
  /** Who is signed in; null = it is not known, as on pages that tell of a failure. */
  session: GivenSession | undefined | null
  /** The entry of the navigation that the page belongs to. */
  section?: string
}

/** The answer that shows a page. */
export const showPage = (shown: PageContent): Answer => ({
  headers,
  content: { 'Content-Type': 'text/html; charset=utf-8' },
  body: page(shown).text,
})

/** The answer that leads on to another page: the browser asks for it with GET. */
export const goTo = (path: string): Answer => ({
  status: 303,
  headers: { ...headers, Location: path },
  body: '',
})

const page = ({ title, main, session, section }: PageContent) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Farm Directory</title>
        <link rel="icon" type="image/svg+xml" href="${assetUrl('icon.svg')}" />
        <link rel="stylesheet" href="${assetUrl('console.css')}" />
        <script type="module" src="${assetUrl('console.js')}"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <a class="mark" href="/console">Farm Directory</a>
          ${navigation(section)} ${session === null ? null : whoIsHere(session)}
        </header>
        <main id="main" tabindex="-1">
          <h1>${title}</h1>
          ${main}
        </main>
        <footer class="bottom">
          <p>
            Described by <a href="/openapi.json">OpenAPI</a>. A value that is not known is null,
            never “no”.
          </p>
        </footer>
      </body>
    </html> `

const navigation = (current: string | undefined) =>
  html`<nav aria-label="Console">
    <ul>
      ${sections.map(
        ({ path, name }) =>
          html`<li>
            <a href="${path}" ${path === current ? html`aria-current="page"` : null}>${name}</a>
          </li>`,
      )}
    </ul>
  </nav>`

const whoIsHere = (session: GivenSession | undefined) =>
  session === undefined
    ? html`<p class="who"><a href="/console/sign-in">Sign in</a></p>`
    : html`<div class="who">
        <a href="/console/account" title="Your account">${session.account.email}</a>
        <form method="post" action="/console/sign-out">
          ${tokenField(session)}
          <button class="quiet">Sign out</button>
        </form>
      </div>`

/** The field by which a form shows that it is of a page of ours. */
export const tokenField = (session: GivenSession): Html =>
  html`<input type="hidden" name="form_token" value="${formToken(session)}" />`

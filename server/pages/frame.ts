import { html, type Html } from '../../data/html.ts'

/** Nothing comes from outside, no script or style is inline, and forms go to where the page is from only. */
export const ownOnly =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'"

/** What a page has of its own. */
export type Content = {
  title: string
  main: Html
  /** `whole`: the content has the whole width of the window. */
  layout?: 'whole'
}

type Link = { path: string; name: string }

export type Around = {
  /** What the head has besides the title. */
  head: Html
  /** The ways to the other pages; the first is the home page. */
  links: readonly [home: Link, ...Link[]]
  /** The path of the one that the page belongs to. */
  current?: string | undefined
  /** What stands beside the ways. */
  beside?: Html | null
  bottom: Html
}

/** A page as text, whether a server answers it or it is a file. */
export const frame = (
  { title, main, layout }: Content,
  { head, links, current, beside, bottom }: Around,
): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Farm Directory</title>
        ${head}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <a class="mark" href="${links[0].path}">Farm Directory</a>
          <nav aria-label="Pages">
            <ul>
              ${links.map(
                ({ path, name }) =>
                  html`<li>
                    <a href="${path}" ${path === current ? html`aria-current="page"` : null}
                      >${name}</a
                    >
                  </li>`,
              )}
            </ul>
          </nav>
          ${beside}
        </header>
        <main id="main" class="${layout}" tabindex="-1">
          <h1>${title}</h1>
          ${main}
        </main>
        <footer class="bottom">${bottom}</footer>
      </body>
    </html> `.text

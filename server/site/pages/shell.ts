import { html, type Html } from '../../../data/html.ts'

/** As the pages of the service have it in a header field; a host of files sends none. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'"

export type Page = {
  title: string
  main: Html
  /** The way from the page's folder to the site's: `../../`, or empty. */
  root: string
  /** The folder of the assets, from the site's. */
  assets: string
  /** What the head of the page has besides. */
  head?: Html
  /** `whole`: the content has the whole width of the window. */
  layout?: 'whole'
}

/** A page of the static site as text. All that it names is in the site, and named relatively. */
export const pageText = ({ title, main, root, assets, head, layout }: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="same-origin" />
        <title>${title} · Farm Directory</title>
        <link rel="icon" type="image/svg+xml" href="${root}${assets}/icon.svg" />
        <link rel="stylesheet" href="${root}${assets}/style.css" />
        ${head}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <a class="mark" href="${root}index.html">Farm Directory</a>
          <nav aria-label="Pages">
            <ul>
              <li><a href="${root}index.html">Snapshots</a></li>
              <li><a href="${root}map/index.html">Map</a></li>
            </ul>
          </nav>
        </header>
        <main id="main" class="${layout}" tabindex="-1">
          <h1>${title}</h1>
          ${main}
        </main>
        <footer class="bottom">
          An unknown value is null, never “no”. Sources and licences are on the page of each
          snapshot.
        </footer>
      </body>
    </html> `.text

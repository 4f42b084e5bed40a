import { html, type Html } from '../../data/html.ts'
import type { IconName } from './sprite.ts'

/** Nothing comes from other sites, nothing is inline, and forms go only to the page's own site. */
export const ownOnly =
  "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'"

/** The parts of a page that differ from page to page. */
export type PageParts = {
  title: string
  main: Html
  /** `map`: the content fills the window, and has its own heading. */
  layout?: 'map'
}

type Link = { path: string; name: string }

export type Around = {
  /** Elements of the head besides the title. */
  head: Html
  /** Links to the other pages; the first is the home page. */
  links: readonly [home: Link, ...Link[]]
  /** The path of the link that the page belongs to. */
  current?: string | undefined
  /** An address of the sprite: see `sprite.ts`. */
  sprite: string
  /** Content between the name and the links. */
  search?: Html | null | undefined
  /** Content beside the links. */
  beside?: Html | null
  bottom: Html
}

/** A page as text, for the server and for static sites. */
export const frame = (
  { title, main, layout }: PageParts,
  { head, links, current, sprite, search, beside, bottom }: Around,
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
          <a class="mark" href="${links[0].path}">${iconOf(sprite, 'sprout')} Farm Directory</a>
          ${search}
          <button class="menu quiet" popovertarget="pages" aria-label="Menu">
            ${iconOf(sprite, 'menu')}
          </button>
          <nav id="pages" popover aria-label="Pages">
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
            ${beside}
          </nav>
        </header>
        <main id="main" class="${layout}" tabindex="-1">
          ${layout === 'map' ? null : html`<h1>${title}</h1>`} ${main}
        </main>
        <footer class="bottom">${bottom}</footer>
      </body>
    </html> `.text

/** An icon of a sprite, in the color of the text around it. Say in words what it means. */
export const iconOf = (sprite: string, name: IconName): Html =>
  html`<svg class="icon" aria-hidden="true"><use href="${sprite}#${name}"></use></svg>`

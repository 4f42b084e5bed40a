import { html, type Html } from '../../../data/html.ts'
import { frame, ownOnly, type PageParts } from '../../pages/frame.ts'

export type Page = PageParts & {
  search?: Html
  /** The relative path from the page's folder to the site's: `../../`, or empty. */
  root: string
  /** The folder of the assets, relative to the site's. */
  assets: string
  head?: Html
}

/** A page of the static site as text, with relative links, and what a host would send as header. */
export const pageText = ({ root, assets, head, search, ...content }: Page): string =>
  frame(content, {
    head: html`<meta http-equiv="Content-Security-Policy" content="${ownOnly}" />
      <meta name="referrer" content="same-origin" />
      <link rel="icon" type="image/svg+xml" href="${root}${assets}/icon.svg" />
      <link rel="stylesheet" href="${root}${assets}/style.css" />
      ${head}`,
    sprite: `${root}${assets}/sprite.svg`,
    search,
    links: [
      { path: `${root}index.html`, name: 'Snapshots' },
      { path: `${root}map/index.html`, name: 'Map' },
    ],
    bottom: html`An unknown value is null, never “no”. Sources and licenses are on the page of each
    snapshot.`,
  })

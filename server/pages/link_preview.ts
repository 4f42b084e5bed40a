import { html, type Html } from '../../data/html.ts'
import { assetUrls } from './assets.ts'

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

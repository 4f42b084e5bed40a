import { html, type Html } from '../../../data/html.ts'

/**
 * Text to be copied; the script of the pages adds a button for it. `label` stands above it, `what`
 * is said to be copied.
 */
export const codeBlock = (label: string, what: string, code: string, kind = ''): Html =>
  html`<figure class="code ${kind}" data-copy="${what}">
    <figcaption>${label}</figcaption>
    <pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>
  </figure>`

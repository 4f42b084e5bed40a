import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ReadyBody } from '../http/ready_body.ts'
import type { Page } from '../routes/plain_route.ts'

/**
 * Nothing comes from outside, and no script is inline. Swagger UI has its icons in its style sheet, as
 * data: images.
 */
const rules = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
}

const html = 'text/html; charset=utf-8'
const css = 'text/css; charset=utf-8'
const script = 'text/javascript; charset=utf-8'

const ours = (name: string) => new URL(`assets/${name}`, import.meta.url)
const swaggerFolder = import.meta.resolve('swagger-ui-dist/package.json')
const swagger = (name: string) => new URL(name, swaggerFolder)

const page = (path: Page['path'], type: string, file: URL): Page => {
  const body = new ReadyBody(type, () => readFile(fileURLToPath(file)))
  return {
    method: 'get',
    path,
    handle: (context) => {
      context.set(rules)
      return body.answer(context)
    },
  }
}

/** The page on which people read the description of the API and try it. */
export const docsPages: Page[] = [
  page('/docs', html, ours('docs.html')),
  page('/docs/docs.css', css, ours('docs.css')),
  page('/docs/docs.js', script, ours('docs.js')),
  page('/docs/swagger-ui.css', css, swagger('swagger-ui.css')),
  page('/docs/swagger-ui-bundle.js', script, swagger('swagger-ui-bundle.js')),
  page('/docs/favicon-32x32.png', 'image/png', swagger('favicon-32x32.png')),
]

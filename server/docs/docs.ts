import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ReadyBody } from '../http/ready_body.ts'
import { anybody } from '../routes/callers.ts'
import { page, type Route } from '../routes/route.ts'

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

const file = (path: string, type: string, file: URL): Route => {
  const body = new ReadyBody(type, () => readFile(fileURLToPath(file)))
  return page({ path, caller: anybody, headers: rules, answer: ({ coding }) => body.in(coding) })
}

/** The page on which people read the description of the API and try it. */
export const docsPages: Route[] = [
  file('/docs', html, ours('docs.html')),
  file('/docs/docs.css', css, ours('docs.css')),
  file('/docs/docs.js', script, ours('docs.js')),
  file('/docs/swagger-ui.css', css, swagger('swagger-ui.css')),
  file('/docs/swagger-ui-bundle.js', script, swagger('swagger-ui-bundle.js')),
  file('/docs/favicon-32x32.png', 'image/png', swagger('favicon-32x32.png')),
]

import { readFile } from 'node:fs/promises'
import { ReadyBody } from '../http/ready_body.ts'
import { anybody } from '../routes/callers.ts'
import { page, type Route } from '../routes/route.ts'

/** Nothing comes from outside, and no script is inline. The icons of Swagger UI are data: images. */
const rules = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
}

const html = 'text/html; charset=utf-8'
const css = 'text/css; charset=utf-8'
const script = 'text/javascript; charset=utf-8'

const own = import.meta.resolve('./assets/')
const swagger = import.meta.resolve('swagger-ui-dist/')

const file = (path: string, type: string, address: string): Route => {
  const body = new ReadyBody(type, () => readFile(new URL(address)))
  const answer: Route['answer'] = ({ coding }) => body.in(coding)
  return { ...page({ path, caller: anybody, headers: rules, answer }), counted: false }
}

/**
 * The page on which people read the description of the API and try it. Like the description it does not
 * count against a limit: who is over it reads here why.
 */
export const docsPages: Route[] = [
  file('/docs', html, `${own}docs.html`),
  file('/docs/docs.css', css, `${own}docs.css`),
  file('/docs/docs.js', script, `${own}docs.js`),
  file('/docs/swagger-ui.css', css, `${swagger}swagger-ui.css`),
  file('/docs/swagger-ui-bundle.js', script, `${swagger}swagger-ui-bundle.js`),
  file('/docs/favicon-32x32.png', 'image/png', `${swagger}favicon-32x32.png`),
]

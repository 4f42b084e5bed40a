import { html, type Html } from '../../data/html.ts'
import type { NewKey } from '../access/keys/keys.ts'
import type { Http } from '../routes/route.ts'
import type { Services } from '../services.ts'

/** Code under a label; the pages' script adds a button `Copy ` followed by `what`. */
export const codeBlock = (label: string, what: string, code: string, kind = ''): Html =>
  html`<figure class="code ${kind}" data-copy="${what}">
    <figcaption><span>${label}</span></figcaption>
    <pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>
  </figure>`

/** Hosts that are safe in a program: a name or an address, with or without a port. */
const plainHost = /^([a-z\d.-]+|\[[a-f\d:.]+\])(:\d{1,5})?$/i

/**
 * The server's address for programs on a page. Without PUBLIC_URL it is the one in the visitor's address bar:
 * the listening address may be a name that only this machine knows. Nothing else is made of that header.
 */
export function addressForPrograms(
  { req: { headers } }: Http,
  { config, publicUrl }: Pick<Services, 'config' | 'publicUrl'>,
): string {
  const { host = '' } = headers
  return config.publicUrl === undefined && plainHost.test(host) ? `http://${host}` : publicUrl()
}

/** The shell command that stores a key for the programs. */
export const keepKey = (key: string): string => `export FARM_KEY=${key}`

/** The shell command that requests an address; more options may follow it. */
export const curl = (url: string): string => `curl -H "X-API-Key: $FARM_KEY" '${url}'`

/** A new key's value, shown only once, with instructions. */
export const keyOnce = ({ key, kind }: NewKey, publicUrl: string): Html =>
  html`<div data-once>
    <p class="lead">Copy it now. We store only a hash, so it can't be shown again.</p>
    ${codeBlock('API key', 'the key', key, 'secret')}
    <h2>Try it</h2>
    ${kind === 'browser' ? inPage(key, publicUrl) : inShell(key, publicUrl)}
    <p class="actions"><a class="button" href="/console">I have copied it</a></p>
  </div>`

const inShell = (key: string, publicUrl: string): Html =>
  codeBlock('Shell', 'the lines', `${keepKey(key)}\n${curl(publicUrl + firstPath)}`)

const inPage = (key: string, publicUrl: string): Html =>
  codeBlock(
    'Script of a page',
    'the script',
    javaScript(publicUrl + firstPath, namesAndMiles, `'${key}'`),
  )

/** Blocks of code with one shown at a time, chosen by its label; `name` is the group's. */
export const codeTabs = (name: string, legend: string, codes: Record<string, string>): Html =>
  html`<fieldset class="tabs">
    <legend class="unseen">${legend}</legend>
    ${Object.entries(codes).map(
      ([label, code], at) =>
        html`<input
            type="radio"
            name="${name}"
            id="${name}-${at}"
            ${at === 0 ? html`checked` : null}
          /><label for="${name}-${at}">${label}</label
          >${codeBlock(label, `the ${label} program`, code)}`,
    )}
  </fieldset>`

/** The first request as programs that run unchanged, and its answer. */
export const firstRequests = (publicUrl: string): Html =>
  html`${codeTabs('first-request', 'The language of the program', programsFor(publicUrl + firstPath))}
  ${codeBlock('Answer of a directory of invented farms, shortened', 'the answer', sampleAnswer)}`

const programsFor = (url: string): Record<string, string> => ({
  curl: curl(url),
  JavaScript: javaScript(url, namesAndMiles),
  Python: python(
    [`"${url}"`, `headers={${pythonKey}}`],
    'for farm in json.load(answer)["data"]:',
    '        print(farm["name"], farm["distance_mi"])',
  ),
})

const sampleAnswer = `{
  "data": [
    {
      "name": "Mill Trail Orchard",
      "place_type": "on_farm_market",
      "city": "Old Saltwick",
      "state": "NH",
      "lat": 44.385687,
      "lng": -71.74818,
      "products": ["apples", "cheese", "eggs", "honey"],
      "distance_mi": 18.32,
      …
    },
    …
  ],
  "meta": { "count": 2, "total": 41, "page": 1, "per_page": 2, "has_more": true, … },
  "links": { "next": "/v1/search?near=Danville%2C%20VT&radius=50&page=2&per_page=2&…" }
}`

const firstPath = '/v1/search?near=Danville,VT&radius=50&per_page=2'

/** A JavaScript program that requests an address, and what it does with the `answer`. */
export const javaScript = (url: string, lines: string, key = 'process.env.FARM_KEY'): string =>
  `const answer = await fetch(
  '${url}',
  { headers: { 'X-API-Key': ${key} } },
)
if (!answer.ok) throw new Error(await answer.text())
${lines}`

/** A Python program that makes a request of `parts`, and what it does with the `answer`. */
export const python = (parts: readonly string[], ...lines: string[]): string =>
  `import json, os, urllib.request

request = urllib.request.Request(
    ${parts.join(',\n    ')},
)
with urllib.request.urlopen(request) as answer:
    ${lines.join('\n')}`

/** The key in the header fields of a Python program. */
export const pythonKey = '"X-API-Key": os.environ["FARM_KEY"]'

const namesAndMiles = `const { data } = await answer.json()
for (const farm of data) console.log(farm.name, farm.distance_mi)`

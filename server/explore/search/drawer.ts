import { html, type Html } from '../../../data/html.ts'
import { codeTabs, curl, javaScript, python, pythonKey } from '../../pages/code_blocks.ts'
import { targetOf } from '../../ask/ask.ts'
import { memberFilters, type View } from './view.ts'

/** The requests that return this view, as programs that run unchanged, and as files. */
export function drawer(view: View, publicUrl: string): Html {
  const { route, query, address } = view
  const target = targetOf(route, { ...query, page: address.page })
  const as = (format: string) => targetOf(route, { ...query, format, per_page: 100 })
  const url = publicUrl + target
  const asFile = (format: string) => `${curl(publicUrl + as(format))} -o farms.${format}`
  return html`<details class="drawer unprinted" id="drawer">
    <summary>This view as a file or a request</summary>
    ${isOfMembers(view) ? null : downloads(as)}
    <p>
      <code>GET ${target}</code> is the request behind this list. The programs read
      <a href="/console">your key</a> from
      <code>FARM_KEY</code>.${view.day === undefined ? null : ' Filters by day need a paid key.'}
    </p>
    ${codeTabs('form', 'Form', {
      curl: curl(url),
      JavaScript: inJavaScript(url),
      Python: inPython(url),
      CSV: asFile('csv'),
      GeoJSON: asFile('geojson'),
    })}
  </details>`
}

const downloads = (as: (format: string) => string): Html =>
  html`<p>
    Download the first 100 farms, in free fields:
    ${['csv', 'geojson'].map(
      (format, at) =>
        html`${at > 0 ? ', ' : ''}<a
            href="${as(format).replace('/v1', '/explore/api')}"
            download="farms.${format}"
            >${format === 'csv' ? 'CSV' : 'GeoJSON'}</a
          >`,
    )}.
    All farms are in the <a href="/data">files of the snapshot</a>.
  </p>`

/** Without a key, pages request free fields only, and a filter reveals its field. */
const isOfMembers = ({ filters, day }: View) =>
  day !== undefined || memberFilters.some((name) => filters[name] !== undefined)

const inJavaScript = (url: string) =>
  javaScript(
    url.replaceAll("'", '%27'),
    `const { data, meta } = await answer.json()
console.log(meta.total, 'farms')
for (const farm of data) console.log(farm.name, farm.city, farm.state)`,
  )

const inPython = (url: string) =>
  python(
    [`"${url}"`, `headers={${pythonKey}}`],
    'found = json.load(answer)',
    'print(found["meta"]["total"], "farms")',
    'for farm in found["data"]:',
    '    print(farm["name"], farm["city"], farm["state"])',
  )

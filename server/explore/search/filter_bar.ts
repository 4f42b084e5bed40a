import { usualRadius_mi } from '../../http/parameters/places.ts'
import { counted, groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import type { PlaceType } from '../../../data/schema/tables/farm.ts'
import { icon } from '../../pages/parts.ts'
import { search } from '../../routes/farms/search.ts'
import { paymentWords, placeTypeWords, stateName, statementAges } from '../parts/words.ts'
import type { Found } from './found.ts'
import { radii_mi, without } from './nothing_found.ts'
import {
  listFilters,
  memberFilters,
  pathOf,
  type Address,
  type FilterName,
  type View,
} from './view.ts'

const titles: Record<FilterName, string> = {
  place_type: 'Type',
  products: 'Products',
  category: 'Category',
  state: 'State',
  certifications: 'Certifications',
  practices: 'Practices',
  delivery_options: 'Delivery',
  payment_methods: 'Payment',
}

/** The filters with their counts, each a list of links, and the chosen values, which can be removed. */
export function filterBar(view: View, found: Found): Html {
  const names = [...listFilters, ...memberFilters].filter(
    (name) => (found.facets[name]?.length ?? 0) > 0 || view.filters[name],
  )
  const [first, more] = [names.filter(isFirst), names.filter((name) => !isFirst(name))]
  return html`<nav class="filters unprinted" aria-label="Filters">
      ${first.map((name) => menu(name, titles[name], isSet(view, name), group(name, view, found)))}
      ${confirmed(view)} ${view.route === search ? distance(view) : null}
      ${
        more.length === 0
          ? null
          : html`<details class="filter more" id="filter-more" name="filter">
              <summary ${more.some((name) => isSet(view, name)) ? html`class="set"` : null}>
                More
              </summary>
              <div>
                ${more.map(
                  (name) =>
                    html`<h2>${titles[name]}</h2>
                      <ul id="filter-${name}">
                        ${group(name, view, found)}
                      </ul>`,
                )}
              </div>
            </details>`
      }
    </nav>
    ${chips(view)}`
}

/** The filters beside `More`. */
const isFirst = (name: FilterName) => name === 'place_type'

const isSet = ({ filters }: View, name: FilterName) => filters[name] !== undefined

const menu = (id: string, title: string, isSet: boolean, entries: Html[]): Html =>
  html`<details class="filter" id="filter-${id}" name="filter">
    <summary ${isSet ? html`class="set"` : null}>${title}</summary>
    <ul>
      ${entries}
    </ul>
  </details>`

type Entry = { path: string | null; key: string; name: string; isSet: boolean; count?: number }

/** A link that adds or removes a value; a value from the search text has no link. */
function entry({ path, key, name, isSet, count }: Entry): Html {
  const shown = html`<span>${name}</span>${
      count === undefined ? null : html` <span class="number">${groupDigits(count)}</span>`
    }`
  return html`<li>
    ${
      path === null
        ? html`<span class="fixed" title="from your words">${shown}</span>`
        : html`<a
            href="${path}"
            data-view
            data-key="${key}"
            ${isSet ? html`aria-current="true"` : null}
            >${shown}</a
          >`
    }
  </li>`
}

function group(name: FilterName, view: View, { facets }: Found): Html[] {
  const counts = facets[name] ?? []
  const isSet = (value: string) => view.filters[name]?.includes(value) ?? false
  const unseen = (view.filters[name] ?? []).filter(
    (value) => !counts.some((each) => each.value === value),
  )
  const values = [...unseen.map((value) => ({ value, count: undefined })), ...counts]
  return values.map(({ value, count }) =>
    entry({
      path: toggled(view, name, value),
      key: `${name} ${value}`,
      name: valueName(name, value),
      isSet: isSet(value),
      ...(count !== undefined && { count }),
    }),
  )
}

/** The address with a value added or removed; null if the value comes from the search text. */
function toggled({ address, filters }: View, name: FilterName, value: string): string | null {
  const own = address.filters[name] ?? []
  const isOwn = own.includes(value)
  if (!isOwn && filters[name]?.includes(value)) return null
  const values = isOwn ? own.filter((each) => each !== value) : [...own, value]
  return pathOf(withValues(address, name, values))
}

function withValues(address: Address, name: FilterName, values: string[]): Address {
  const { [name]: _, ...others } = address.filters
  const filters = values.length > 0 ? { ...others, [name]: values } : others
  return { ...address, filters, page: undefined }
}

const valueName = (name: FilterName, value: string): string => {
  if (name === 'place_type') return placeTypeWords[value as PlaceType]?.[0] ?? value
  if (name === 'payment_methods') return paymentWords(value)
  return name === 'state' ? stateName(value) : value
}

function distance({ address, query }: View): Html {
  const radius = Number(query['radius'] ?? usualRadius_mi)
  return menu(
    'radius',
    `Within ${counted(radius, 'mile')}`,
    false,
    radii_mi.map((each) =>
      entry({
        path: pathOf({ ...address, radius: String(each), page: undefined }),
        key: `radius ${each}`,
        name: counted(each, 'mile'),
        isSet: each === radius,
      }),
    ),
  )
}

/** Filters ignore statements that are older. */
function confirmed({ address }: View): Html {
  const { said_since } = address
  const titled =
    Object.entries(statementAges).find(([, since]) => since === said_since)?.[0] ?? said_since
  return menu(
    'said_since',
    said_since === undefined ? 'Confirmed within' : `Confirmed within ${titled}`,
    said_since !== undefined,
    Object.entries(statementAges).map(([name, since]) =>
      entry({
        path: pathOf({ ...address, said_since: since, page: undefined }),
        key: `said_since ${name}`,
        name,
        isSet: since === said_since,
      }),
    ),
  )
}

/** The conditions chosen by links, and words that match names; each can be removed. */
function chips(view: View): Html | null {
  const { address, query } = view
  const set = (Object.entries(address.filters) as [FilterName, string[]][]).flatMap(
    ([name, values]) =>
      values.map((value) => ({ text: valueName(name, value), path: toggled(view, name, value)! })),
  )
  if (query.q !== undefined)
    set.unshift({ text: `name contains “${query.q}”`, path: without(view, 'q') })
  if (address.bbox !== undefined)
    set.push({ text: 'this area of the map', path: without(view, 'bbox') })
  if (address.said_since !== undefined)
    set.push({
      text: 'older statements ignored',
      path: pathOf({ ...address, said_since: undefined, page: undefined }),
    })
  if (set.length === 0) return null
  return html`<ul class="chips" aria-label="Active filters">
    ${set.map(
      ({ text, path }) =>
        html`<li>
          <a href="${path}" data-view aria-label="Without ${text}">${text} ${icon('x')}</a>
        </li>`,
    )}
  </ul>`
}

import { html, type Html } from '../../../data/html.ts'
import { icon, options } from '../../pages/parts.ts'
import { dayName } from '../parts/words.ts'
import { textWithout } from './text.ts'
import { valuesOf, type View } from './view.ts'

/** What, where and when, for the header. A place or day in the words stands in its own field. */
export function searchForm(view: View): Html {
  const { address, reading } = view
  const where = address.near ?? valueIn(view, 'near')
  const isSplit = address.as === undefined && reading.unknownPlace === null
  // A time has no field of its own.
  const hasTime = reading.parts.some(({ parameter }) => parameter === 'open_between')
  const fields = ['near', 'radius', ...(hasTime ? [] : ['open_on'])]
  const what = isSplit ? textWithout(reading, fields) : address.q
  const kept = valuesOf({ ...address, radius: address.radius ?? valueIn(view, 'radius') })
  return html`<form class="search" id="search" role="search" action="/" method="get">
    <div class="what">
      ${icon('search')}
      <label for="q" class="unseen">What: a product, or the name of a farm</label>
      <input
        id="q"
        name="q"
        type="search"
        value="${what}"
        placeholder="Eggs, or a farm’s name"
        maxlength="200"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
      />
    </div>
    <div class="where">
      ${icon('map-pin')}
      <label for="near" class="unseen">Where: a town, ZIP code or state</label>
      <input
        id="near"
        name="near"
        type="text"
        value="${where}"
        placeholder="Town or ZIP"
        maxlength="200"
        autocomplete="off"
        spellcheck="false"
      />
      <button type="button" class="locate" id="locate" aria-label="Use my location" hidden>
        ${icon('locate-fixed')}
      </button>
    </div>
    ${whenField(view)}
    ${kept.map(([name, value]) =>
      value && !['q', 'near', 'on', 'page', 'bbox', 'as'].includes(name)
        ? html`<input type="hidden" name="${name}" value="${value}" />`
        : html``,
    )}
    <button>Search</button>
  </form>`
}

const choices = ['today', 'sat', 'sun']

function whenField({ address, day }: View): Html {
  const chosen = address.on ?? day ?? ''
  const isDate = /^\d/.test(chosen)
  const isOther = chosen !== '' && !isDate && !choices.includes(chosen)
  const named: [string, string][] = [
    ['', 'Any day'],
    ['today', 'Today'],
    ['sat', 'Saturday'],
    ['sun', 'Sunday'],
    ...(isOther ? [[chosen, dayName(chosen)] as [string, string]] : []),
    ['date', 'A date'],
  ]
  const set = isDate ? 'date' : chosen
  return html`<div class="when">
    ${icon('calendar-days')}
    <label for="on" class="unseen">When</label>
    <select id="on" name="on">
      ${options(named, set)}
    </select>
    <label for="date" class="unseen">Date</label>
    <input id="date" name="date" type="date" value="${isDate ? chosen : ''}" />
  </div>`
}

const valueIn = ({ query }: View, name: 'near' | 'radius'): string | undefined =>
  query[name] === undefined ? undefined : String(query[name])

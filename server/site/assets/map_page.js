// The map page: asks for a place, reads the farms around it from the Parquet file, and shows a list and a
// map.

import { drawMap } from './map.js'
import { farmsIn, farmsNear, TooLarge } from './near.js'
import { findPlace, NoPlace } from './places.js'

const atOnce = 20
/** Maximum bytes read for a search, unless they hold no farm or the visitor requests more. */
const usualBytes = 230_000
const year_ms = 365.2425 * 24 * 60 * 60 * 1000

const view = document.querySelector('#view')
const form = document.querySelector('#search')
const [heading, note, list, more, farther, panel] = 'count note farms more farther map-panel'
  .split(' ')
  .map((name) => view.querySelector(`.${name}`))
const told = JSON.parse(document.querySelector('#told').textContent)
const folder = new URL(told.places, location.href).href

/** The index is fetched with the first search, and kept. */
let index
const indexOf = () => (index ??= jsonOf(told.index))

async function jsonOf(url) {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return answer.json()
}

/** The farms shown, nearest first; the list shows the first `count`. */
let shown = { farms: [], count: 0, center: null, bbox: null }
let asked = 0

/** Shows the view of an address: `?near=&radius=` or `?bbox=`. */
async function show(search, { push = true, bytes } = {}) {
  const number = ++asked
  if (push) history.pushState(null, '', search || location.pathname)
  const query = new URLSearchParams(search)
  if (query.has('near')) form.elements.near.value = query.get('near')
  if (query.has('radius')) form.elements.radius.value = query.get('radius')
  if (!query.has('near') && !query.has('bbox')) return
  view.setAttribute('aria-busy', 'true')
  try {
    const found = await (query.has('bbox') ? inBox(query.get('bbox')) : near(query, bytes))
    if (number === asked) present(found)
  } catch (error) {
    if (number === asked) present({ heading: 'No farms to show', note: wordsFor(error) })
  }
  view.removeAttribute('aria-busy')
}

async function near(query, bytes = usualBytes) {
  const radius = Number(form.elements.radius.value)
  const [place, about] = await Promise.all([
    findPlace(query.get('near'), { folder, states: told.states }),
    indexOf(),
  ])
  const { farms, radius_mi } = await farmsNear(about, told.farms, place, radius, bytes)
  const isWhole = radius_mi >= radius
  if (farms.length === 0 && !isWhole) return near(query, bytes * 3)
  const miles = Math.floor(radius_mi * 10) / 10
  return {
    farms,
    heading: `${counted(farms.length)} within ${miles} miles of ${place.name}`,
    note: isWhole ? '' : 'More farms lie farther out.',
    farther: isWhole ? null : () => show(location.search, { push: false, bytes: bytes * 3 }),
    center: { ...place, radius_mi },
  }
}

async function inBox(text) {
  const bbox = text.split(',').map(Number)
  if (bbox.length !== 4 || bbox.some((each) => !Number.isFinite(each)))
    throw new NoPlace('An area is west, south, east, north.')
  const farms = await farmsIn(await indexOf(), told.farms, bbox)
  return { farms, heading: `${counted(farms.length)} in this area`, bbox }
}

const counted = (count) => `${count.toLocaleString('en-US')} ${count === 1 ? 'farm' : 'farms'}`

function wordsFor(error) {
  if (error instanceof NoPlace) return error.message
  if (error instanceof TooLarge)
    return 'This area has too many farms to read: choose a smaller one.'
  return `The farms could not be read (${error.message}). Try again.`
}

function present({ farms = [], center = null, bbox = null, ...words }) {
  shown = { farms, count: Math.min(atOnce, farms.length), center, bbox }
  heading.textContent = words.heading
  note.textContent = words.note ?? ''
  farther.hidden = !words.farther
  shown.lookFarther = words.farther
  list.replaceChildren()
  listUpTo(shown.count)
}

function listUpTo(count) {
  const { farms } = shown
  for (let at = list.children.length; at < count; at++) list.append(entry(farms[at], at + 1))
  shown.count = count
  more.hidden = count === farms.length
  drawn?.then((map) => map?.update(toldOf()))
}

farther.addEventListener('click', () => void shown.lookFarther())
more.addEventListener('click', () => listUpTo(Math.min(shown.count + atOnce, shown.farms.length)))

/** A farm's card; unknown values are not shown as "none". */
function entry({ name, place_type, city, state, distance_mi, products, updated_at }, number) {
  const item = element('li', { id: `farm-${number}`, className: 'place', tabIndex: -1 })
  item.dataset.farm = String(number)
  const type = told.placeTypes[place_type]
  const mark = element('span', { className: `type ${type.kind}` })
  mark.innerHTML = `<svg class="icon" aria-hidden="true"><use href="${files.sprite}#${type.picture}"></use></svg>`
  const town = [city, state].filter(Boolean).join(', ')
  const miles = distance_mi === undefined ? '' : `${distance_mi.toFixed(1)}\u00a0mi`
  const month = updated_at?.toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const years = Math.floor((Date.now() - updated_at) / year_ms)
  const age = years < 1 ? '' : ` (${years} ${years === 1 ? 'year' : 'years'} ago)`
  const lines = [
    ['name', name],
    ['', [type.name, town, miles].filter(Boolean).join(' · ')],
    [products ? 'sells' : 'sells unknown', products ? products.join(', ') : 'Products not known'],
    ['', month ? `Confirmed ${month}${age}` : 'No date of its own'],
  ]
  const about = element('div')
  for (const [className, textContent] of lines)
    about.append(element('p', { className, textContent }))
  item.append(mark, about)
  return item
}

const element = (name, properties = {}) => Object.assign(document.createElement(name), properties)

/** The list shows a farm before the browser jumps to it from the map. */
document.addEventListener('click', (event) => {
  const number = /^#farm-(\d+)$/.exec(event.target.closest('a')?.getAttribute('href') ?? '')?.[1]
  if (number && Number(number) > shown.count) listUpTo(Number(number))
})

form.addEventListener('submit', (event) => {
  event.preventDefault()
  // On a phone the form covers the map while it has the focus.
  document.activeElement.blur()
  void show(`?${new URLSearchParams(new FormData(form))}`)
})

if (navigator.geolocation) {
  const here = document.querySelector('#here')
  here.hidden = false
  here.addEventListener('click', () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        form.elements.near.value = `${coords.latitude.toFixed(4)}, ${coords.longitude.toFixed(4)}`
        form.requestSubmit()
      },
      () =>
        present({ heading: 'No farms to show', note: 'The browser does not share your location.' }),
    ),
  )
}

addEventListener('popstate', () => void show(location.search, { push: false }))

// The map

const file = (name) => new URL(name, import.meta.url).href
const files = {
  maplibre: file('maplibre-gl.js'),
  worker: file('maplibre-gl-worker.js'),
  drawing: file('drawing.js'),
  base: file('base_map.json'),
  counties: file('county_borders.json'),
  towns: file('towns.json'),
  sprite: file('sprite.svg'),
}

/** The data that the map shows; `points` changes with each search. */
const toldOf = () => ({
  files,
  points: String(asked),
  farms: shown.farms.slice(0, shown.count).map(({ name, lat, lng, place_type }, at) => ({
    id: at + 1,
    lat,
    lng,
    ...told.placeTypes[place_type],
    name,
  })),
  center: shown.center,
  bbox: shown.bbox,
  here: '?bbox=BOX',
})

const source = {
  points: () => (shown.center || shown.bbox ? pointsOf(shown.farms) : jsonOf(told.overview)),
  farmsIn(text) {
    const [west, south, east, north] = text.split(',').map(Number)
    const farms = shown.farms.flatMap((farm, at) =>
      farm.lng >= west && farm.lng <= east && farm.lat >= south && farm.lat <= north
        ? [{ ...farm, id: at + 1 }]
        : [],
    )
    return farms.length > 0 ? farms.slice(0, 8) : null
  },
  addressOf: (id) => `#farm-${id}`,
}

/** Farms in the format of drawing.js. */
function pointsOf(farms) {
  const step = 0.0001
  let last = [0, 0]
  const points = farms.flatMap(({ lat, lng }) => {
    const [x, y] = [Math.round(lng / step), Math.round(lat / step)]
    const more = [x - last[0], y - last[1]]
    last = [x, y]
    return more
  })
  return { step, points }
}

let drawn
const page = { show, lightInList: light, openCard }
const openMap = () => (drawn ??= drawMap(panel, toldOf(), page, source))

function openCard(number) {
  listUpTo(Math.max(number, shown.count))
  light(number)
  document.querySelector(`#farm-${number}`).scrollIntoView({ block: 'center', behavior: 'smooth' })
}

function light(id) {
  for (const farm of list.children) farm.classList.toggle('lit', farm.dataset.farm === String(id))
}
for (const kind of ['mouseover', 'focusin'])
  list.addEventListener(kind, (event) => {
    const number = event.target.closest('[data-farm]')?.dataset.farm
    drawn?.then((map) => map?.light(number && Number(number)))
  })

void openMap()
void show(location.search, { push: false })

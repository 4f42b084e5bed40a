// The map of the start page: states, counties and towns, the view's farms as points and clusters, and listed
// farms as pins by type. It loads after the list. Without WebGL, a note is shown.

/** The least distance of two pins, in pixels. */
const pinRoom = 24

const unitedStates = [-125, 24.4, -66.9, 49.4]

/** The map's requests to the service. A page that holds the farms passes its own source. */
const ofService = {
  /** The points of a view in the format of drawing.js; null if there is no answer. */
  points: (told) => jsonOf(told.points),
  /** Farms of a box, west to north: `{id, name, city, state}`; null if there is no answer. */
  async farmsIn(bbox) {
    const query = new URLSearchParams({ bbox, fields: 'id,name,city,state', per_page: '8' })
    return (await jsonOf(`/explore/api/farms?${query}`))?.data ?? null
  },
  addressOf: (id) => `/farms/${id}`,
}

/** On a phone, the handle of the list moves it from the middle to the top, the bottom, and the middle. */
document.addEventListener('click', ({ target }) => {
  const view = target.closest('.handle')?.closest('.view')
  if (!view) return
  const isHigh = scrollY > innerHeight / 4
  const isLow = view.classList.contains('low')
  view.classList.toggle('low', isHigh)
  scrollTo({ top: isHigh || isLow ? 0 : innerHeight / 2 - 88, behavior: 'smooth' })
})

const element = (name, properties = {}) => Object.assign(document.createElement(name), properties)

/** Protomaps' archives are made from OpenStreetMap, whose license asks for this. */
const creditOfStreets = () =>
  element('a', {
    className: 'map-credit',
    href: 'https://www.openstreetmap.org/copyright',
    textContent: '© OpenStreetMap',
  })

async function jsonOf(address) {
  const answer = await fetch(address).catch(() => null)
  return answer?.ok ? answer.json() : null
}

/** Draws the map into its panel. Returns null if the browser cannot. */
export async function drawMap(panel, told, page, source = ofService) {
  const frame = element('div', { className: 'map-frame' })
  panel.append(frame)
  const say = (text) => {
    frame.remove()
    panel.append(element('p', { className: 'map-note', textContent: text }))
    return null
  }
  if (!element('canvas').getContext('webgl2'))
    return say('This browser draws no map: WebGL is off. The list has every farm.')
  try {
    const [library, drawing, base, streets] = await Promise.all([
      import(told.files.maplibre),
      import(told.files.drawing),
      fetch(told.files.base).then((answer) => answer.json()),
      told.streets ? import(told.streets.script) : null,
    ])
    streets?.addTiles(library)
    library.setWorkerUrl(new URL(told.files.worker, location.href).href)
    return new FarmMap({ library, drawing, base, streets, panel, page, source }, frame, told)
  } catch {
    return say('The map could not be loaded. The list has every farm.')
  }
}

class FarmMap {
  constructor(parts, frame, told) {
    Object.assign(this, { ...parts, told, markers: new Map(), points: null })
    const { library, drawing, panel } = parts
    this.map = new library.Map({
      container: frame,
      style: drawing.styleOf(this),
      bounds: this.boundsOf(told),
      fitBoundsOptions: { padding: this.padding },
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxZoom: 15,
      minZoom: 1.5,
      renderWorldCopies: false,
      cooperativeGestures: false,
    })
    this.map.touchZoomRotate.disableRotation()
    this.map.keyboard.disableRotation?.()
    const canvas = this.map.getCanvas()
    canvas.setAttribute(
      'aria-label',
      'Map of the farms in the list; arrow keys move it, + and - zoom',
    )
    this.addButtons()
    this.map.on('load', () => {
      panel.dataset.drawn = 'true'
      void this.update(this.told)
    })
    this.map.on('zoom', () => void this.loadCounties())
    this.drawMarkers()
    this.map.on('moveend', (event) => {
      if (event.originalEvent) this.offerArea()
      this.fanOut()
    })
    this.map.on('click', (event) => void this.pointAt(event))
    // On a phone, who moves the map wants to see it.
    this.map.on('dragstart', () => panel.parentElement.classList.add('low'))
    for (const kind of ['mousemove', 'mouseleave'])
      this.map.on(
        kind,
        'farms',
        () => (canvas.style.cursor = kind === 'mousemove' ? 'pointer' : ''),
      )
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.map.setStyle(this.drawing.styleOf(this), { diff: true })
    })
  }

  /** Shows another view: its points, its circle, the farms of its list. */
  async update(told) {
    if (!told) return
    const moved = this.shown !== undefined && !told.bbox
    this.told = told
    this.shown = told.points
    this.popup?.remove()
    this.setArea(null)
    this.drawMarkers()
    this.circle = told.center ? this.drawing.ring(told.center) : this.drawing.noFarms
    this.map.getSource('circle')?.setData(this.circle)
    if (moved)
      this.map.fitBounds(this.boundsOf(told), {
        padding: this.padding,
        maxZoom: 11,
        animate: false,
      })
    const points = await this.source.points(told)
    if (!points || this.shown !== told.points) return
    const drawn = this.drawing.featuresOf(points)
    this.panel.dataset.points = String(drawn.features.length)
    // If every farm has a pin, points below the pins would only repeat them.
    const isPinned = drawn.features.length <= told.farms.length
    this.points = isPinned ? { ...this.drawing.noFarms, step: drawn.step } : drawn
    this.map.getSource('farms')?.setData(this.points)
    void this.loadCounties()
    void this.loadTowns()
  }

  /** Room around the farms; on a phone the list covers the lower part. */
  get padding() {
    const isWide = matchMedia('(min-width: 60rem)').matches
    return { top: 32, left: 32, right: 32, bottom: isWide ? 32 : innerHeight / 2 + 16 }
  }

  boundsOf({ bbox, center, farms }) {
    if (bbox) return bbox
    if (center) {
      const lat = center.radius_mi / 69
      const lng = lat / Math.cos((center.lat * Math.PI) / 180)
      return [center.lng - lng, center.lat - lat, center.lng + lng, center.lat + lat]
    }
    const isOfState = new URLSearchParams(this.told.points.split('?')[1]).toString() !== ''
    if (!isOfState || farms.length === 0) return unitedStates
    const bounds = new this.library.LngLatBounds()
    // Counties and towns around a single farm show where it is.
    for (const { lng, lat } of farms)
      for (const by of [-0.4, 0.4]) bounds.extend([lng + by, lat + by])
    return bounds
  }

  /** Marks the place of the search and, above it, the farms of the list by type. */
  drawMarkers() {
    for (const marker of this.markers.values()) marker.remove()
    this.markers.clear()
    const { center } = this.told
    if (center) this.markers.set('center', this.centerMark(center))
    for (const { id, name, picture, kind, lat, lng } of this.told.farms) {
      const className = `map-mark ${kind}`
      const pin = element('a', {
        className,
        href: this.source.addressOf(id),
        title: name,
        tabIndex: -1,
      })
      pin.innerHTML = `<svg class="icon" aria-hidden="true"><use href="${this.told.files.sprite}#${picture}"></use></svg>`
      pin.setAttribute('aria-label', name)
      pin.addEventListener('mouseenter', () => this.page.lightInList(id))
      pin.addEventListener('mouseleave', () => this.page.lightInList(null))
      pin.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        this.page.openCard(id)
      })
      const marker = new this.library.Marker({ element: pin, anchor: 'center' })
      this.markers.set(id, marker.setLngLat([lng, lat]).addTo(this.map))
      // The library gives every marker a role and a label of its own.
      pin.removeAttribute('role')
    }
    this.fanOut()
  }

  /** Moves pins apart that would cover each other: in each round, each pair that is too close. */
  fanOut() {
    const pins = [...this.markers].flatMap(([id, marker], number) => {
      if (id === 'center') return []
      const { x, y } = this.map.project(marker.getLngLat())
      // Pins of one point need different directions to leave it.
      return { marker, x, y, at: [x + Math.cos(number) / 9, y + Math.sin(number) / 9] }
    })
    for (let round = 0; round < 80; round++)
      for (const [number, { at: one }] of pins.entries())
        for (const { at: other } of pins.slice(number + 1)) {
          const [x, y] = [other[0] - one[0], other[1] - one[1]]
          const push = Math.max(0, pinRoom / Math.hypot(x, y) - 1) / 2
          one[0] -= push * x
          one[1] -= push * y
          other[0] += push * x
          other[1] += push * y
        }
    for (const { marker, x, y, at } of pins) marker.setOffset([at[0] - x, at[1] - y])
  }

  light(id) {
    for (const [each, marker] of this.markers)
      marker.getElement().classList.toggle('lit', each === id)
  }

  /** Zooms into a cluster, or shows the names of the farms at a point. */
  async pointAt({ point, lngLat }) {
    this.popup?.remove()
    const reach = 6
    const box = [
      [point.x - reach, point.y - reach],
      [point.x + reach, point.y + reach],
    ]
    const [found] = this.map.queryRenderedFeatures(box, { layers: ['farms'] })
    if (!found) return
    const center = found.geometry.coordinates
    if (found.properties.cluster_id !== undefined) {
      const source = this.map.getSource('farms')
      const zoom = await source.getClusterExpansionZoom(found.properties.cluster_id)
      this.map.easeTo({ center, zoom: zoom + 0.5 }, { originalEvent: true })
      return
    }
    const [lng, lat] = center
    const edge = this.step * 0.6
    const edges = [lng - edge, lat - edge, lng + edge, lat + edge]
    const farms = await this.source.farmsIn(edges.map((each) => each.toFixed(6)).join())
    if (!farms) return
    const list = element('ul')
    for (const { id, name, city, state } of farms) {
      const link = element('a', { href: this.source.addressOf(id), textContent: name })
      const item = element('li')
      item.append(link, ` ${[city, state].filter(Boolean).join(', ')}`)
      list.append(item)
    }
    this.popup = new this.library.Popup({ closeButton: false, maxWidth: '16rem' })
      .setLngLat(lngLat)
      .setDOMContent(list)
      .addTo(this.map)
  }

  get step() {
    return this.points?.step ?? 0.0001
  }

  /** Offers to list the farms in the visible area, after the visitor moved the map. */
  offerArea() {
    const bounds = this.map.getBounds()
    const sides = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
    const limits = [-180, -90, 180, 90]
    const box = sides.map((each, at) =>
      (at < 2 ? Math.max(each, limits[at]) : Math.min(each, limits[at])).toFixed(3),
    )
    this.setArea(this.told.here.replace('BOX', box.join()))
  }

  setArea(path) {
    // A hidden button would lose the keyboard's place.
    if (path === null && document.activeElement === this.area) this.map.getCanvas().focus()
    this.area.hidden = path === null
    this.area.dataset.path = path ?? ''
  }

  addButtons() {
    const box = element('div', { className: 'map-buttons' })
    const add = (textContent, label, act) => {
      const button = element('button', { type: 'button', textContent })
      button.setAttribute('aria-label', label)
      button.addEventListener('click', act)
      return button
    }
    box.append(
      add('+', 'Zoom in', (originalEvent) => this.map.zoomIn({}, { originalEvent })),
      add('−', 'Zoom out', (originalEvent) => this.map.zoomOut({}, { originalEvent })),
    )
    this.area = add('Search this area', 'Search this area', () => {
      void this.page.show(this.area.dataset.path)
    })
    this.area.className = 'map-area'
    this.area.hidden = true
    this.panel.append(box, this.area)
    if (this.streets) this.panel.append(creditOfStreets())
  }

  centerMark({ lat, lng }) {
    const span = element('span', { className: 'map-center' })
    const marker = new this.library.Marker({ element: span }).setLngLat([lng, lat]).addTo(this.map)
    span.removeAttribute('role')
    span.removeAttribute('aria-label')
    span.setAttribute('aria-hidden', 'true')
    return marker
  }

  /** Names of towns load once the farms are drawn. */
  async loadTowns() {
    if (this.townsAsked || !this.told.files.towns) return
    this.townsAsked = true
    const towns = await jsonOf(this.told.files.towns)
    if (!towns) return
    this.towns = this.drawing.townsOf(towns)
    this.map.getSource('towns')?.setData(this.towns)
  }

  async loadCounties() {
    if (this.countiesAsked || this.map.getZoom() < 5.2) return
    this.countiesAsked = true
    const counties = await jsonOf(this.told.files.counties)
    if (!counties) return
    this.counties = counties
    this.map.getSource('counties')?.setData(this.counties)
  }
}

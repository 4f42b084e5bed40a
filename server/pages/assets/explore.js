// The page works without this script. It shows another view without a reload, completes the search text, and
// loads the map after the list.

const view = document.querySelector('#view')
const form = document.querySelector('#search')

if (view) {
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  status.className = 'unseen'
  document.body.append(status)

  let map
  /** The map's panel moves from view to view, and is kept if a view has none. */
  let panel = view.querySelector('.map-panel')
  /** Resolves once the view asked for last is shown, and is null while none loads. */
  let loading = null
  /** The values of the fields as they were sent or filled in; other values were typed since, and stay. */
  let known = fields(form)

  /** Shows the view of an address, as the server renders it. */
  function show(path, options) {
    const isLatest = () => loading === mine
    const mine = load(path, isLatest, options).finally(() => {
      if (isLatest()) loading = null
    })
    loading = mine
    return mine
  }

  /** Opens an address as another page; never resolves, so that no choice follows on this one. */
  function leave(path) {
    location.assign(path)
    return new Promise(() => {})
  }

  async function load(path, isLatest, { push = true, top = false, keepsTyped = false } = {}) {
    if (!keepsTyped) known = fields(form)
    view.setAttribute('aria-busy', 'true')
    const text = await fetch(path, { headers: { Accept: 'text/html' } })
      .then((answer) => answer.text())
      .catch(() => '')
    if (!isLatest()) return // another view was asked for since
    const page = new DOMParser().parseFromString(text, 'text/html')
    const next = page.querySelector('#view')
    if (!next) return leave(path)
    if (push) history.pushState(null, '', path)
    replace(page, next, push)
    if (top) raise()
    view.removeAttribute('aria-busy')
    status.textContent = view.querySelector('.count, .empty')?.textContent.trim() ?? ''
  }

  /** Replaces changed parts; keeps the focus, the map and, after a choice in them, unfolded menus. */
  function replace(page, next, keepsOpen) {
    const { key } = document.activeElement?.dataset ?? {}
    const open = [...view.querySelectorAll('details[open]')].map(({ id }) => id)
    replaceView(next)
    document.title = page.title
    fill(page.querySelector('#search'))
    if (keepsOpen) for (const id of open) document.getElementById(id)?.setAttribute('open', '')
    if (key) view.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus()
    for (const block of view.querySelectorAll('[data-copy]'))
      document.dispatchEvent(new CustomEvent('code', { detail: block }))
    map?.then((drawn) => drawn?.update(told()))
    prepareMap()
  }

  /** A map that leaves the page for a moment loses its picture: beside it, only the list is replaced. */
  function replaceView(next) {
    const nextPanel = next.querySelector('.map-panel')
    if (panel && nextPanel)
      panel.querySelector('.told').replaceWith(nextPanel.querySelector('.told'))
    const [list, nextList] = [view, next].map((each) => each.querySelector('.list'))
    if (panel?.isConnected && nextPanel) list.replaceWith(nextList)
    else {
      if (panel && nextPanel) nextPanel.replaceWith(panel)
      view.replaceChildren(...next.childNodes)
    }
    panel ??= nextPanel
  }

  /** The values of a form's fields. */
  function fields(form) {
    return Object.fromEntries(
      ['q', 'near', 'on', 'date'].map((name) => [name, form.elements[name].value]),
    )
  }

  /** Takes over what the server understood. */
  function fill(next) {
    for (const hidden of form.querySelectorAll('[type=hidden]')) hidden.remove()
    form.append(...next.querySelectorAll('[type=hidden]'))
    const [now, understood] = [fields(form), fields(next)]
    form.elements.on.replaceChildren(...next.elements.on.children)
    for (const [name, value] of Object.entries(understood)) {
      const kept = now[name] === known[name] ? value : now[name]
      // Setting a date, even to itself, ends its typing.
      if (form.elements[name].value !== kept) form.elements[name].value = kept
    }
    known = understood
  }

  const told = () => {
    const data = view.querySelector('.told')
    return data ? JSON.parse(data.textContent) : null
  }

  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-view]')
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (!link || !isPlain || event.button !== 0) return
    event.preventDefault()
    void follow(link)
  })

  /** Shows the view of a link. A link with a key adds to the view shown, and waits while another loads. */
  async function follow(link) {
    const { key } = link.dataset
    if (!key) return show(link.getAttribute('href'), { top: 'top' in link.dataset })
    while (loading) await loading
    const choice = view.querySelector(`a[data-key="${CSS.escape(key)}"]`)
    if (choice) await show(choice.getAttribute('href'), { keepsTyped: true })
  }

  document.addEventListener('click', (event) => {
    for (const menu of view.querySelectorAll('.filter[open]'))
      if (!menu.contains(event.target)) menu.open = false
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    const menu = view.querySelector('.filter[open]')
    if (!menu) return
    menu.open = false
    menu.querySelector('summary').focus()
  })

  /** Sends the form; `more`: other parameters. */
  async function search(more = {}) {
    while (loading) await loading
    const hasDate = form.elements.on.value === 'date'
    const values = [...new FormData(form), ...Object.entries(more)].filter(
      ([name, value]) => value !== '' && (name !== 'date' || hasDate),
    )
    // Telephones then fold their keyboard.
    form.querySelector('#q:focus, #near:focus')?.blur()
    void show(`/?${new URLSearchParams(values)}`, { top: true })
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void search()
  })
  form.addEventListener('change', ({ target }) => {
    // While the year 2026 is typed, it is 2, 20 and 202.
    if (
      (target.name === 'date' && target.value > '1000') ||
      (target.name === 'on' && target.value !== 'date')
    )
      void search()
  })
  addEventListener(
    'popstate',
    () => void show(location.pathname + location.search, { push: false }),
  )

  const locate = form.querySelector('#locate')
  locate.hidden = !navigator.geolocation
  locate.addEventListener('click', () => {
    status.textContent = 'Asking the browser for your location'
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        // Two decimals: about a mile. The address of the page may be shared.
        form.elements.near.value = `${coords.latitude.toFixed(2)}, ${coords.longitude.toFixed(2)}`
        void search()
      },
      () => {
        form.elements.near.placeholder = status.textContent = 'No location: type a town'
      },
    )
  })

  /** Shows the beginning of the list. */
  function raise() {
    view.classList.remove('low')
    scrollTo({ top: 0, behavior: 'instant' })
  }

  /** The map loads once the page is idle. */
  function prepareMap() {
    if (!panel?.isConnected || map) return
    const start = () => void openMap()
    if (document.readyState === 'complete') setTimeout(start, 0)
    else addEventListener('load', () => setTimeout(start, 0), { once: true })
  }

  function openMap() {
    map ??= import(view.dataset.map).then(
      ({ drawMap }) => drawMap(panel, told(), { show, lightInList: light, openCard }),
      () => null,
    )
    return map
  }

  const cardOf = (id) => view.querySelector(`[data-farm="${CSS.escape(id)}"]`)

  /** Shows the card of a pin, and lights both up. */
  function openCard(id) {
    const card = cardOf(id)
    light(id)
    map?.then((drawn) => drawn?.light(id))
    view.classList.remove('low')
    card?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    card?.querySelector('.name').focus({ preventScroll: true })
  }

  /** Highlights a farm of the list while the pointer is on its marker, and the reverse. */
  function light(id) {
    for (const farm of view.querySelectorAll('[data-farm]'))
      farm.classList.toggle('lit', farm.dataset.farm === id)
  }
  for (const kind of ['mouseover', 'focusin'])
    view.addEventListener(kind, (event) => {
      const farm = event.target.closest('[data-farm]')
      map?.then((drawn) => drawn?.light(farm?.dataset.farm))
    })

  prepareMap()
  void import(view.dataset.completion).then(({ complete }) => [
    complete(form.elements.q, search),
    complete(form.elements.near, search, { types: 'place' }),
  ])
}

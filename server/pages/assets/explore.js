// The page works without this script. It shows another view without a reload, completes the search text, and
// loads the map after the list.

const view = document.querySelector('#view')
const input = document.querySelector('#q')

if (view) {
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  status.className = 'unseen'
  document.body.append(status)

  let map
  /** The map's panel moves from view to view, and is kept if a view has none. */
  let panel = view.querySelector('.map-panel')
  let asked = 0

  /** Shows the view of an address, as the server renders it. */
  async function show(path, { push = true, fill = true, top = false } = {}) {
    const number = ++asked
    view.setAttribute('aria-busy', 'true')
    let text
    try {
      const answer = await fetch(path, { headers: { Accept: 'text/html' } })
      text = await answer.text()
    } catch {
      return location.assign(path)
    }
    if (number !== asked) return // another view was asked for since
    const page = new DOMParser().parseFromString(text, 'text/html')
    const next = page.querySelector('#view')
    if (!next) return location.assign(path)
    if (push) history.pushState(null, '', path)
    replace(page, next)
    if (fill) input.value = page.querySelector('#q').value
    if (top) document.querySelector('.count')?.scrollIntoView({ block: 'center' })
    view.removeAttribute('aria-busy')
    status.textContent = view.querySelector('.count, .empty')?.textContent.trim() ?? ''
  }

  /** Replaces changed parts; keeps the focus, unfolded menus, and the map. */
  function replace(page, next) {
    const { key } = document.activeElement?.dataset ?? {}
    const open = [...view.querySelectorAll('details[open]')].map(({ id }) => id)
    const nextPanel = next.querySelector('.map-panel')
    if (panel && nextPanel) {
      panel.querySelector('.told').replaceWith(nextPanel.querySelector('.told'))
      nextPanel.replaceWith(panel)
    }
    panel ??= nextPanel
    if (!next.querySelector('.farms')) document.body.classList.remove('with-map')
    view.replaceChildren(...next.childNodes)
    document.title = page.title
    for (const part of ['h1', 'main > .lead']) {
      const [own, other] = [document, page].map((each) => each.querySelector(part))
      if (own && other) own.replaceWith(other)
      else if (own) own.remove()
    }
    for (const id of open) document.getElementById(id)?.setAttribute('open', '')
    if (key) view.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus()
    for (const block of view.querySelectorAll('[data-copy]'))
      document.dispatchEvent(new CustomEvent('code', { detail: block }))
    map?.then((drawn) => drawn?.update(told()))
    prepareMap()
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
    void show(link.getAttribute('href'), { top: 'top' in link.dataset })
  })
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
  input.form.addEventListener('submit', (event) => {
    event.preventDefault()
    void show(`/?${new URLSearchParams({ q: input.value })}`, { fill: false })
  })
  addEventListener(
    'popstate',
    () => void show(location.pathname + location.search, { push: false }),
  )

  const isWide = matchMedia('(min-width: 60rem)')

  /** On a wide screen the map loads once the page is idle; otherwise on request. */
  function prepareMap() {
    if (!panel?.isConnected) return
    if (!view.querySelector('.map-toggle')) addToggle()
    if (!isWide.matches || map) return
    const start = () => void openMap()
    if (document.readyState === 'complete') setTimeout(start, 0)
    else addEventListener('load', () => setTimeout(start, 0), { once: true })
  }

  function addToggle() {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'map-toggle'
    const name = () => {
      button.textContent = document.body.classList.contains('with-map') ? 'List' : 'Map'
    }
    button.addEventListener('click', () => {
      if (document.body.classList.toggle('with-map')) void openMap()
      name()
    })
    name()
    panel.before(button)
  }

  function openMap() {
    map ??= import(view.dataset.map).then(
      ({ drawMap }) => drawMap(panel, told(), show, light),
      () => null,
    )
    return map
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
  void import(view.dataset.completion).then(({ complete }) => complete(input, show))
}

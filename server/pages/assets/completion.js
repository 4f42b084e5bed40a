// Completes the text in the search box: a combobox with a list of suggestions (WAI-ARIA).

/** The text after such a word is a place or a state. */
const beforePlace = /^(.*(?:^|\s)(?:near|around|in|at|by|from|of)\s+)(.*)$/i

/** Adds the list to an input; `search` sends its form. `types`: what to suggest; default: everything. */
export function complete(input, search, { types } = {}) {
  const list = document.createElement('ul')
  Object.assign(list, { id: `suggestions-${input.id}`, className: 'suggestions', hidden: true })
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Suggestions')
  input.after(list)
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': list.id,
  }))
    input.setAttribute(name, value)

  let suggestions = []
  let chosen = -1
  let timer
  let asked = 0

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), 120)
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault()
      return close()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && suggestions.length > 0) {
      event.preventDefault()
      open()
      const next = chosen < 0 && step < 0 ? suggestions.length - 1 : chosen + step
      choose((next + suggestions.length) % suggestions.length)
    }
    if (event.key === 'Enter' && chosen >= 0 && !list.hidden) {
      event.preventDefault()
      take(suggestions[chosen])
    }
  })
  input.addEventListener('blur', () => setTimeout(close, 150))
  input.form.addEventListener('submit', close)

  async function ask() {
    const number = ++asked
    const text = input.value
    const [, before = '', place] = beforePlace.exec(text) ?? []
    const q = (place ?? text).trim()
    if (q.length < 2) return close()
    const wanted = place === undefined ? types : 'place,term'
    const query = new URLSearchParams({ q: q.slice(0, 200), limit: '7' })
    if (wanted) query.set('types', wanted)
    const found = await fetch(`/explore/api/suggest?${query}`)
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null)
    if (!found || number !== asked || document.activeElement !== input) return
    const isWanted = ({ type, parameter }) => type === 'place' || parameter === 'state'
    suggestions = found.data.filter(place === undefined ? () => true : isWanted).map((each) => ({
      ...each,
      text: before + (each.near ?? each.name),
      as: !types && before === '' && each.type !== 'term' ? { as: each.type } : {},
    }))
    draw()
  }

  function draw() {
    chosen = -1
    input.removeAttribute('aria-activedescendant')
    list.replaceChildren(
      ...suggestions.map((each, at) => {
        const item = document.createElement('li')
        item.id = `${list.id}-${at}`
        item.setAttribute('role', 'option')
        item.setAttribute('aria-selected', 'false')
        for (const textContent of [each.text, each.detail])
          item.append(Object.assign(document.createElement('span'), { textContent }))
        item.addEventListener('pointerdown', (event) => {
          event.preventDefault()
          take(each)
        })
        return item
      }),
    )
    if (suggestions.length > 0) open()
    else close()
  }

  function choose(at) {
    chosen = at
    for (const [index, item] of [...list.children].entries())
      item.setAttribute('aria-selected', String(index === at))
    input.setAttribute('aria-activedescendant', `${list.id}-${at}`)
  }

  function take({ text, as, farm_id }) {
    close()
    if (farm_id) return location.assign(`/farms/${farm_id}`)
    input.value = text
    search(as)
  }

  function open() {
    list.hidden = false
    input.setAttribute('aria-expanded', 'true')
  }

  function close() {
    clearTimeout(timer)
    asked++
    chosen = -1
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }
}

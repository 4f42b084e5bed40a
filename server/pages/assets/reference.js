// Sends the request of a page of the reference, and shows the answer.

const section = document.querySelector('[data-try]')
if (section) prepare(section)

function prepare(section) {
  const key = section.querySelector('[data-key]')
  section.hidden = false
  section.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault()
    void send(section, key?.value.trim() ?? '')
  })
}

async function send(section, key) {
  const shown = section.querySelector('.answer')
  const address = addressOf(section, key)
  shown.textContent = 'Asking …'
  const begun = performance.now()
  try {
    const answer = await fetch(address, { headers: key ? { 'X-API-Key': key } : {} })
    const type = answer.headers.get('Content-Type') ?? ''
    const isText = /^text|json|yaml|sql/.test(type)
    const text = isText ? await answer.text() : `A file of the type ${type}: load it by a program.`
    const ms = Math.round(performance.now() - begun)
    show(
      shown,
      `${answer.status} in ${ms} ms${isText ? `, ${text.length.toLocaleString('en')} characters` : ''}`,
      text,
    )
  } catch {
    show(shown, 'No answer', 'The service could not be reached.')
  }
}

/** Without a key, pages of this service request another path, in the tier of the session. */
function addressOf(section, key) {
  const { try: path, own: mayAsk } = section.dataset
  const own = key === '' && mayAsk !== undefined ? path.replace('/v1', '/explore/api') : path
  const query = new URLSearchParams()
  let filled = own
  for (const { name, value, dataset } of section.querySelectorAll('[data-in]')) {
    if (dataset.in === 'path')
      filled = filled.replace(`{${name}}`, encodeURIComponent(value.trim()))
    else if (value.trim() !== '') query.set(name, value.trim())
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}

const element = (name, properties) => Object.assign(document.createElement(name), properties)

const longest = 20_000

function show(shown, heading, text) {
  const figure = element('figure', { className: 'code tall' })
  const block = element('pre', { tabIndex: 0 })
  block.append(element('code', { textContent: pretty(text).slice(0, longest) }))
  figure.append(element('figcaption', { textContent: heading }), block)
  shown.replaceChildren(figure)
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

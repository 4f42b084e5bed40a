// The pages work without this: it adds copy buttons, and keeps a reload from making another key.

const status = document.createElement('p')
status.setAttribute('role', 'status')
status.className = 'unseen'
document.body.append(status)

if (navigator.clipboard)
  for (const block of document.querySelectorAll('[data-copy]')) addButton(block)

// A page that shows a secret once answers a form; to load it again would send the form again.
if (document.querySelector('[data-once]')) history.replaceState(null, '', '/console/keys')

function addButton(block) {
  const { copy } = block.dataset
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy ${copy}`)
  const tell = (label, message) => {
    button.textContent = label
    status.textContent = message
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  }
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(block.querySelector('code').textContent).then(
      () => tell('Copied', `Copied ${copy}`),
      () => tell('Not copied', 'The browser did not let it be copied'),
    )
  })
  block.querySelector('figcaption').append(button)
}

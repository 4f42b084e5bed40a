// The pages work without this: it adds copy buttons, and keeps a reload from creating another key.

const status = document.createElement('p')
status.setAttribute('role', 'status')
status.className = 'unseen'
document.body.append(status)

if (navigator.clipboard) {
  for (const block of document.querySelectorAll('[data-copy]')) addButton(block)
  // A page that shows other code without being loaded anew says so.
  document.addEventListener('code', ({ detail }) => addButton(detail))
}

// A page that shows a secret once answers a form; loading it again would send the form again.
if (document.querySelector('[data-once]')) history.replaceState(null, '', '/console')

function addButton(block) {
  const { copy } = block.dataset
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy ${copy}`)
  const report = (label, message) => {
    button.textContent = label
    status.textContent = message
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  }
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(block.querySelector('code').textContent).then(
      () => report('Copied', `Copied ${copy}`),
      () => report('Not copied', 'The browser did not allow copying'),
    )
  })
  block.querySelector('figcaption').append(button)
}

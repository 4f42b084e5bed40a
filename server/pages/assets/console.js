// The pages work without this script: it adds copy buttons, and prevents a reload from creating a second
// key.

const status = document.createElement('p')
status.setAttribute('role', 'status')
status.className = 'unseen'
document.body.append(status)

if (navigator.clipboard) {
  for (const block of document.querySelectorAll('[data-copy]')) addButton(block)
  // A script that replaces code without a reload sends this event.
  document.addEventListener('code', ({ detail }) => addButton(detail))
}

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

// A page that shows a secret once is the answer to a form; a reload would send the form again.
if (document.querySelector('[data-once]')) history.replaceState(null, '', '/console')

function addButton(block) {
  const { copy } = block.dataset
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', className: 'quiet', textContent: 'Copy' })
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

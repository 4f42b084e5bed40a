/* global SwaggerUIBundle, document, requestAnimationFrame, window */

const dark = window.matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null, // the default sends the document to a service elsewhere
})

// Swagger UI puts the focus on the last field of its dialog, and the field of the key is scrolled away.
document.addEventListener('click', ({ target }) => {
  if (!target.closest('.authorize, .authorization__btn')) return
  requestAnimationFrame(() => document.querySelector('.dialog-ux .auth-container input')?.focus())
})

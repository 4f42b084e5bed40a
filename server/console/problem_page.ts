import { html } from '../../data/html.ts'
import type { Answer } from '../http/answer.ts'
import type { ProblemDocument } from '../http/problem.ts'
import type { Route } from '../routes/route.ts'
import { showPage } from './parts/page.ts'

const toStart = { path: '/console', name: 'Back to the start page' }

/** A problem as a page, with the link of the route that failed; the caller sets the status. */
export function problemPage(problem: ProblemDocument, route: Route | undefined): Answer {
  const { title, status, detail, request_id, errors } = problem
  const { path, name } = route?.wayOn ?? toStart
  return showPage({
    title,
    session: null,
    main: html`${
        errors.length > 0
          ? html`<ul>
              ${errors.map(({ parameter, message }) => html`<li>${parameter}: ${message}</li>`)}
            </ul>`
          : html`<p class="lead">${detail.charAt(0).toUpperCase()}${detail.slice(1)}.</p>`
      }
      <p class="actions">
        <a class="button" href="${path}">${name}</a>
      </p>
      <p class="small">Status ${status}, request ${request_id}</p>`,
  })
}

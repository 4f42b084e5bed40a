import { html } from '../../data/html.ts'
import type { Answer } from '../http/answer.ts'
import type { ProblemDocument } from '../http/problem.ts'
import type { Route } from '../routes/route.ts'
import { showPage } from './parts/page.ts'

const toStart = { path: '/console', name: 'To the start' }

/** Tells of a failure on a page, and leads on from there as the route says; the status is the caller's. */
export function problemPage(problem: ProblemDocument, route: Route | undefined): Answer {
  const { title, status, detail, request_id, errors } = problem
  const on = route?.wayOn ?? toStart
  return showPage({
    title,
    session: null,
    main: html`${
        errors.length > 0
          ? html`<ul>
              ${errors.map(({ parameter, message }) => html`<li>${parameter}: ${message}</li>`)}
            </ul>`
          : html`<p class="lead">${sentence(detail)}</p>`
      }
      <p class="actions">
        <a class="button" href="${on.path}">${on.name}</a>
      </p>
      <p class="small">Status ${status}, request ${request_id}</p>`,
  })
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

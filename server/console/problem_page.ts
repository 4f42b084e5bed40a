import type { Context } from 'koa'
import { html } from '../../data/html.ts'
import type { ProblemDocument } from '../http/problem.ts'
import { showPage } from './parts/page.ts'

/** Whether a request is a person's, for a page: programs and scripts get problem documents. */
export const wantsPage = ({ path, req }: Context): boolean =>
  /^\/($|console|docs)/.test(path) && (req.headers.accept ?? '').includes('text/html')

/** Tells of a failure on a page; the status is set by the caller. */
export function showProblem(context: Context, problem: ProblemDocument): void {
  const { title, status, detail, request_id, errors } = problem
  const on = wayOn(context.path)
  showPage(context, {
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

/** Where to go on from a page that failed. */
function wayOn(path: string): { path: string; name: string } {
  if (path.startsWith('/console/keys')) return { path: '/console/keys', name: 'To your keys' }
  if (path === '/console/confirm' || path === '/console/sign-in')
    return { path: '/console/sign-in', name: 'Ask for a new link' }
  return { path: '/console', name: 'To the start' }
}

import { html } from '../../data/html.ts'
import type { Answer } from '../http/answer.ts'
import type { ProblemDocument } from '../http/problem.ts'
import type { Route, Visitor } from '../routes/route.ts'
import { showPage } from '../pages/page.ts'
import { inline, sentence } from '../pages/shown.ts'

const toStart: NonNullable<Route['wayOn']> = { path: '/', name: 'Back to the start page' }

/** Titles of failures by status; other statuses keep their HTTP name. */
const titles: Record<number, string> = {
  400: 'Something is missing or wrong',
  401: 'You are not signed in',
  403: 'Not possible',
  404: 'There is nothing here',
  409: 'Not possible now',
  410: 'This is no longer here',
  429: 'Too many requests',
  500: 'Something went wrong here',
  503: 'Not possible at the moment',
}

const searchForm = html`<form action="/" method="get" role="search">
  <label for="q">A farm, a product or a town</label>
  <p class="actions">
    <input id="q" name="q" type="search" maxlength="200" autocomplete="off" />
    <button>Search</button>
  </p>
</form>`

/** A problem as a page, with its route's link and the session if known. Set the status yourself. */
export function problemPage(
  problem: ProblemDocument,
  route: Route | undefined,
  visitor: Visitor | undefined,
): Answer {
  const { type, title, status, detail, request_id, errors } = problem
  const { path, name, refused } = route?.wayOn ?? toStart
  const wrongPath = errors.find(({ parameter }) => route?.params?.shape[parameter] !== undefined)
  const isNowhere = status === 404 || wrongPath !== undefined
  return showPage({
    title: (status === 403 && refused) || (titles[isNowhere ? 404 : status] ?? title),
    session: visitor ?? null,
    main: html`${
        errors.length > 0 && !isNowhere
          ? html`<ul>
              ${errors.map(({ parameter, message }) => html`<li>${parameter}: ${inline(message)}</li>`)}
            </ul>`
          : html`<p class="lead">${inline(sentence(wrongPath?.message ?? detail))}</p>`
      }
      ${isNowhere ? searchForm : null}
      <p class="actions">
        <a class="button ${isNowhere ? 'quiet' : ''}" href="${path}">${name}</a>
      </p>
      <p class="small"><a href="${type}">Status ${status}</a>, request ${request_id}</p>`,
  })
}

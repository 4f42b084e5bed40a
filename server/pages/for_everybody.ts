import { hash } from 'node:crypto'
import { after } from '../eventual.ts'
import type { Answer } from '../http/answer.ts'
import { entityTag } from '../http/entity_tag.ts'
import type { Request, Route } from '../routes/route.ts'

/**
 * A page that is the same for everybody who brings no cookie: shared caches may keep such an answer for
 * a minute; browsers ask each time, by its entity tag, since they may be signed in by then. What is
 * answered to a cookie or a token is kept by nobody.
 */
export const forEverybody = (route: Route): Route => ({
  ...route,
  headers: { ...route.headers, Vary: 'Cookie' },
  answer: (request, services) =>
    after(route.answer(request, services), (answer) => shared(answer, request)),
})

const keptForAMinute = 'public, max-age=0, s-maxage=60'

function shared(answer: Answer, { http, coding }: Request): Answer {
  const { cookie, authorization } = http.req.headers
  const isPage = (answer.status ?? 200) === 200 && typeof answer.body === 'string'
  if (cookie !== undefined || authorization !== undefined || !isPage) return answer
  return {
    ...answer,
    headers: { ...answer.headers, 'Cache-Control': keptForAMinute },
    tag: entityTag(coding, hash('sha256', answer.body as string)),
  }
}

import { hash } from 'node:crypto'
import { after } from '../eventual.ts'
import type { Answer } from '../http/answer.ts'
import { entityTag } from '../http/entity_tag.ts'
import type { Request, Route } from '../routes/route.ts'

/**
 * Marks a page that is the same for all visitors without a cookie. Shared caches may keep such an answer
 * for a minute. Browsers revalidate it each time by its entity tag, since the visitor may have signed in.
 * Answers to a cookie or a token are never stored.
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

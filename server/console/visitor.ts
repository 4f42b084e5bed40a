import { z } from 'zod'
import { Instead, type Answer } from '../http/answer.ts'
import { Problem } from '../http/problem.ts'
import { givenSession, requireFormToken, type GivenSession } from '../routes/account/session.ts'
import {
  page,
  type Call,
  type Caller,
  type Nothing,
  type Request,
  type Route,
} from '../routes/route.ts'
import type { Services } from '../services.ts'
import { goTo } from './parts/page.ts'

type Visitor = { session: GivenSession | undefined }
type SignedIn = { session: GivenSession }

/** Returns the session of the browser; undefined where nobody is signed in, or the session has ended. */
async function visitorOf(call: Call, services: Services): Promise<GivenSession | undefined> {
  try {
    return await givenSession(call, services)
  } catch (error) {
    if (error instanceof Problem && error.kind === 'unauthorized') return undefined
    throw error
  }
}

/** Everybody, signed in or not. */
export const visitor: Caller<Visitor> = {
  name: 'visitor',
  check: async (call, services) => ({ session: await visitorOf(call, services) }),
}

/** People who are signed in; others are sent to sign in, and come back to the page afterwards. */
export const signedIn: Caller<SignedIn> = {
  name: 'visitor',
  async check(call, services) {
    const session = await visitorOf(call, services)
    if (session) return { session }
    throw new Instead(goTo(`/console/sign-in?next=${encodeURIComponent(call.path)}`))
  },
}

type OwnForm<Fields extends z.ZodRawShape, Params extends z.ZodObject> = {
  path: string
  caller?: Caller<SignedIn>
  params?: Params
  /** The fields of the form, besides its token. */
  fields: Fields
  wayOn?: Route['wayOn']
  answer: (
    request: Request<object, z.output<Params>, z.output<z.ZodObject<Fields>>> & SignedIn,
    services: Services,
  ) => Promise<Answer>
}

/**
 * Declares what a form of a signed-in person does. It is a 403 where the form comes from another
 * site or with a wrong token, and a 400 that names the fields at fault.
 */
export function ownForm<Fields extends z.ZodRawShape, Params extends z.ZodObject = Nothing>({
  fields,
  caller = signedIn,
  answer,
  ...route
}: OwnForm<Fields, Params>): Route {
  const schema = z.strictObject({ form_token: z.string('is missing'), ...fields })
  return page({
    ...route,
    method: 'post',
    caller,
    body: { type: 'form', schema },
    answer(request, services) {
      const { form_token } = request.body as { form_token: string }
      requireFormToken(request.http, request.session, form_token, services)
      return answer(request as Parameters<typeof answer>[0], services)
    },
  })
}

import { z } from 'zod'
import { Instead, type Answer } from '../http/answer.ts'
import { readFields } from '../http/body.ts'
import { Problem, type ParameterError } from '../http/problem.ts'
import { givenSession, requireFormToken, type GivenSession } from '../routes/account/session.ts'
import {
  page,
  type Call,
  type Caller,
  type Http,
  type Nothing,
  type Request,
  type Route,
} from '../routes/route.ts'
import type { Services } from '../services.ts'
import { goTo } from '../pages/page.ts'

type Visitor = { session: GivenSession | undefined }
type SignedIn = { session: GivenSession }

/** Returns the session of the browser; undefined where nobody is signed in, or the session has ended. */
export async function visitorOf(call: Call, services: Services): Promise<GivenSession | undefined> {
  try {
    const session = await givenSession(call, services)
    call.state.visitor = session
    return session
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
  /** The page of the form as it was filled in; default: a page that says what is wrong with it. */
  again?: (
    form: FilledIn,
    request: Request<object, z.output<Params>> & SignedIn,
    services: Services,
  ) => Promise<Answer>
  answer: (
    request: Request<object, z.output<Params>, z.output<z.ZodObject<Fields>>> & SignedIn,
    services: Services,
  ) => Promise<Answer>
}

/** A form as a person has sent it, and what is wrong with its fields. */
export type FilledIn = { given: Record<string, unknown>; errors: readonly ParameterError[] }

/**
 * Declares what a form of a signed-in person does. It is a 403 where the form comes from another
 * site or with a wrong token, and a 400 that names the fields at fault.
 */
export function ownForm<Fields extends z.ZodRawShape, Params extends z.ZodObject = Nothing>({
  fields,
  caller = signedIn,
  answer,
  again,
  ...route
}: OwnForm<Fields, Params>): Route {
  const schema = z.strictObject({ form_token: z.string('is missing'), ...fields })
  return page({
    ...route,
    method: 'post',
    caller,
    // Fields are read below, where what is wrong with them can be shown in the form.
    body: { type: 'form', schema: z.looseObject({}) },
    async answer(request, services) {
      const { http, session, body: given } = request
      const { form_token } = given
      if (typeof form_token === 'string') requireFormToken(http, session, form_token, services)
      try {
        const body = readFields(schema, given)
        return await answer({ ...request, body } as Parameters<typeof answer>[0], services)
      } catch (error) {
        const shown = request as Request<object, z.output<Params>> & SignedIn
        if (!again || !isMistake(error) || !readsPages(http)) throw error
        return { ...(await again({ given, errors: error.errors }, shown, services)), status: 400 }
      }
    },
  })
}

/** Whether an error is of fields that a person fills in. */
const isMistake = (error: unknown): error is Problem =>
  error instanceof Problem &&
  error.errors.length > 0 &&
  error.errors.every(({ parameter }) => parameter !== 'form_token')

const readsPages = ({ req }: Http) => (req.headers.accept ?? '').includes('text/html')

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

/** Returns the session of the browser; undefined if there is none, or it has ended. */
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

/** Any visitor, signed in or not. */
export const visitor: Caller<Visitor> = {
  name: 'visitor',
  check: async (call, services) => ({ session: await visitorOf(call, services) }),
}

/** A visitor with a session. Others are sent to sign in, and return to the page afterwards. */
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
  /** The page with the form as it was sent; default: a page that lists the errors. */
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

/** A form as a visitor sent it, and the errors of its fields. */
export type FilledIn = { given: Record<string, unknown>; errors: readonly ParameterError[] }

/**
 * Reads the fields of a form. `errors`: what a browser's visitor filled in wrongly, for the page with the form;
 * other errors are thrown.
 */
export function readForm<Shape extends z.ZodRawShape>(
  http: Http,
  schema: z.ZodObject<Shape>,
  given: Record<string, unknown>,
):
  | { value: z.output<z.ZodObject<Shape>>; errors?: never }
  | (Pick<FilledIn, 'errors'> & { value?: never }) {
  try {
    return { value: readFields(schema, given) }
  } catch (error) {
    const isShown = isMistake(error) && readsPages(http)
    if (!isShown || error.errors.some(({ parameter }) => !(parameter in schema.shape))) throw error
    return { errors: error.errors }
  }
}

/**
 * Declares the action of a form for visitors with a session. It returns 403 for a form from another site
 * or with a wrong token, and 400 with the invalid fields.
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
    // The form is checked below, so that the page can show errors beside its fields.
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

/** Returns true if an error is about fields that a visitor fills in. */
const isMistake = (error: unknown): error is Problem =>
  error instanceof Problem &&
  error.errors.length > 0 &&
  error.errors.every(({ parameter }) => parameter !== 'form_token')

const readsPages = ({ req }: Http) => (req.headers.accept ?? '').includes('text/html')

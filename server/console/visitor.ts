import type { Services } from '../services.ts'
import { readForm } from '../http/body.ts'
import { Problem } from '../http/problem.ts'
import { givenSession, requireFormToken, type GivenSession } from '../routes/account/session.ts'
import type { Call, Page } from '../routes/plain_route.ts'
import { z } from 'zod'
import { goTo } from './parts/page.ts'

/** Returns the session of the browser, or undefined where nobody is signed in, or no more. */
export async function visitorOf(
  context: Call,
  services: Services,
): Promise<GivenSession | undefined> {
  try {
    return await givenSession(context, services)
  } catch (error) {
    if (error instanceof Problem && error.kind === 'unauthorized') return undefined
    throw error
  }
}

type SignedInHandler = (
  context: Call,
  services: Services,
  session: GivenSession,
) => void | Promise<void>

/** A page for people who are signed in; others are asked to sign in, and come back to it then. */
export const forSignedIn =
  (handle: SignedInHandler): Page['handle'] =>
  async (context, services) => {
    const session = await visitorOf(context, services)
    if (session) return handle(context, services, session)
    goTo(context, `/console/sign-in?next=${encodeURIComponent(context.path)}`)
  }

/**
 * Reads a form of a page of ours. Throws a 403 Problem where it comes from another site or without
 * the token of the session, and a 400 Problem that names fields at fault.
 */
export async function readOwnForm<Shape extends z.ZodRawShape>(
  context: Call,
  services: Services,
  session: GivenSession,
  fields: Shape,
): Promise<z.output<z.ZodObject<Shape>>> {
  const form = z.strictObject({ form_token: z.string('is missing'), ...fields })
  const given = (await readForm(context, form)) as z.output<z.ZodObject<Shape>> & OwnForm
  requireFormToken(context, session, given.form_token, services)
  return given
}

type OwnForm = { form_token: string }

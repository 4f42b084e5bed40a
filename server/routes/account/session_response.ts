import { z } from 'zod'

/** What the session endpoints answer, as schemas. */

const at = (description: string) =>
  z.iso
    .datetime()
    .meta({ description: `${description} (UTC)`, example: '2026-12-21T09:30:00.000Z' })

const account = z
  .strictObject({
    id: z
      .uuid()
      .meta({ description: 'The account', example: '3c2b1a09-8f7e-4d6c-b5a4-938271605f4e' }),
    email: z.email().meta({ description: 'Its email address', example: 'ann@example.org' }),
  })
  .meta({ id: 'Account', description: 'Who is signed in' })

export const done = z
  .strictObject({ success: z.literal(true).meta({ description: 'Always true', example: true }) })
  .meta({ id: 'Done' })
export const success = { success: true } as const

export const signInAsked = z
  .strictObject({
    sign_in: z.string().meta({
      description: 'Proof of having asked, to be sent with the token of the mail',
      example: 'svc_asker_…',
    }),
    expires_at: at('When the token ends'),
  })
  .meta({ id: 'SignInAsked' })

export const openedSession = z
  .strictObject({
    session: z.string().meta({
      description: 'The token of the session; shown only here, and only once',
      example: 'svc_session_…',
    }),
    expires_at: at('When the session ends, however much it is used'),
    account,
  })
  .meta({ id: 'OpenedSession' })

export const session = z
  .strictObject({
    account,
    created_at: at('When it was opened'),
    expires_at: at('When it ends, however much it is used'),
  })
  .meta({ id: 'Session' })

import { z } from 'zod'
import { component, instant, text, uuid } from '../../http/answer_fields.ts'

/** What the session endpoints answer, as schemas. */

const at = (description: string) => instant(`${description} (UTC)`, '2026-12-21T09:30:00.000Z')

const account = component('Account', 'Who is signed in', {
  id: uuid('The account', '3c2b1a09-8f7e-4d6c-b5a4-938271605f4e'),
  email: z
    .email()
    .meta({ description: 'Email address of the account', example: 'ann@example.org' }),
})

export const done = component('Done', 'What is asked for is done', {
  success: z.literal(true).meta({ description: 'Always true', example: true }),
})
export const success = { success: true } as const

export const signInAsked = component('SignInAsked', 'What a sign-in mail leaves to be sent', {
  sign_in: text('Proof of having asked, to be sent with the token of the mail', 'svc_asker_…'),
  mail_goes_to: z.enum(['mailbox', 'server']).meta({
    description:
      'Where the mail with the token is. server = no mail server is set: whoever runs the server finds it in its log, and in a file in `STATE_DIR/mail`',
    example: 'mailbox',
  }),
  expires_at: at('When the token ends'),
})

export const openedSession = component('OpenedSession', 'A session as it is opened', {
  session: text('The token of the session; shown only here, and only once', 'svc_session_…'),
  expires_at: at('When the session ends, however much it is used'),
  account,
})

export const session = component('Session', 'A session without its token', {
  account,
  created_at: at('When it was opened'),
  expires_at: at('When it ends, however much it is used'),
})

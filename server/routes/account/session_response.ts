import { z } from 'zod'
import { component, instant, text, uuid } from '../../http/answer_fields.ts'

/** Schemas of the session endpoints' answers. */

const at = (description: string) => instant(`${description} (UTC)`, '2026-12-21T09:30:00.000Z')

const account = component('Account', 'Account that is signed in', {
  id: uuid('Account of the session', '3c2b1a09-8f7e-4d6c-b5a4-938271605f4e'),
  email: z
    .email()
    .meta({ description: 'Email address of the account', example: 'ann@example.org' }),
})

export const done = component('Done', 'Confirmation', {
  success: z.literal(true).meta({ description: 'Constant true', example: true }),
})
export const success = { success: true } as const

export const signInAsked = component('SignInAsked', 'Request for a sign-in mail', {
  sign_in: text('Proof of this request; send it with the token from the mail', 'svc_asker_…'),
  mail_goes_to: z.enum(['mailbox', 'server']).meta({
    description:
      'Destination of the mail with the token. server = no mail server is set; the operator finds the mail in the log and in `STATE_DIR/mail`',
    example: 'mailbox',
  }),
  expires_at: at('End of the token'),
})

export const openedSession = component('OpenedSession', 'New session', {
  session: text('Session token. Shown once, in this answer only', 'svc_session_…'),
  expires_at: at('Latest end of the session'),
  account,
})

export const session = component('Session', 'Session without its token', {
  account,
  created_at: at('Start of the session'),
  expires_at: at('Latest end of the session'),
})

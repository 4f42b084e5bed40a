import type { Mail } from '../../data/operating/mail.ts'

const signInMail = (to: string, request: string, secret: string): Mail => ({
  to,
  subject: 'Sign in to the farm directory',
  text: `${request}

${secret}

It works once, within 15 minutes. If you did not request it, do nothing: no one can sign in without this mail.
`,
})

/** The mail with the link, for sign-ins from a browser; `publicUrl` is an origin. */
export const signInLinkMail = (to: string, publicUrl: string, token: string): Mail =>
  signInMail(
    to,
    'Open this link in the browser where you requested it:',
    `${publicUrl}/console/confirm?token=${token}`,
  )

/** The mail with the token, for sign-ins from a program. */
export const signInTokenMail = (to: string, token: string): Mail =>
  signInMail(to, 'Give this code to your program that requested it, and to no one else:', token)

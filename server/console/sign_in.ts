import { z } from 'zod'
import { html } from '../../data/html.ts'
import { emailAddress } from '../access/email_address.ts'
import { endSession, endSessionsOf } from '../access/accounts/sessions.ts'
import { link_ms, signInRefused } from '../access/accounts/sign_in.ts'
import type { Answer } from '../http/answer.ts'
import { localPath } from '../http/addresses/local_path.ts'
import { Problem } from '../http/problem.ts'
import { cameByOtherName } from '../http/addresses/public_address.ts'
import { refuseForeignOrigin } from '../http/addresses/same_origin.ts'
import { readCookie } from '../http/session_cookies.ts'
import {
  givenSession,
  noSession,
  sessionCookie,
  type GivenSession,
} from '../routes/account/session.ts'
import { anybody } from '../routes/callers.ts'
import { page, type Caller, type Route } from '../routes/route.ts'
import { askToSignIn, signIn } from '../routes/account/sessions.ts'
import { textField } from './parts/fields.ts'
import { home } from './parts/key_card.ts'
import { goTo, showPage } from '../pages/page.ts'
import { ownForm, readForm, visitor, type FilledIn } from './visitor.ts'

const secret = z.string().max(200)
const optionalPath = z.string().max(500).optional()

const wayOn = { path: '/console/sign-in', name: 'Ask for a new link' }

/** A browser with its sign-in cookies; forms on pages of other sites are refused. */
const browser: Caller<{ asker: string | undefined; former: string | undefined }> = {
  name: 'visitor',
  check(call, services) {
    const publicUrl = services.publicUrl()
    refuseForeignOrigin(call, publicUrl, { unknown: 'passes' })
    return {
      asker: readCookie(call, 'asker', publicUrl),
      former: readCookie(call, 'session', publicUrl),
    }
  },
}

/** The link in the mail has the public address, so its cookie must be set there. */
const showForm = page({
  path: '/console/sign-in',
  caller: visitor,
  query: z.strictObject({ next: optionalPath }),
  wayOn,
  answer({ http, session, query: { next } }, services) {
    const publicUrl = services.publicUrl()
    if (cameByOtherName(http.req.headers.host, publicUrl))
      return goTo(`${publicUrl}/console/sign-in?${http.querystring}`)
    return formShown({ given: { next }, errors: [] }, session)
  },
})

/** The page with the form, as it was sent before with its mistakes. */
const formShown = (form: FilledIn, session: GivenSession | undefined): Answer =>
  showPage({
    title: 'Sign in',
    session,
    main: html`<p class="lead">
        We send you a link; there is no password. If you have no account, signing in creates one.
      </p>
      <form class="panel" method="post" action="/console/sign-in">
        ${textField(form, {
          name: 'email',
          label: 'Email address',
          hint: html`Open the link in this browser.`,
          type: 'email',
          longest: 254,
          autocomplete: 'email',
        })}
        <input type="hidden" name="next" value="${nextOf(form)}" />
        <p><button>Send me a link</button></p>
      </form>`,
  })

const nextOf = ({ given: { next } }: FilledIn): string =>
  localPath(typeof next === 'string' ? next : undefined, home)

const openIt = html`<p>
  Open it in this browser within ${link_ms / 60_000} minutes. It works once.
</p>`

/** The page after a request for a link, by the way of the mail. Only the mail itself contains the link. */
const linkSent = {
  mailbox: (email: string) => ({
    title: 'Check your mail',
    main: html`<p class="lead">A link is on its way to <strong class="break">${email}</strong>.</p>
      ${openIt}
      <p class="small">
        No mail? Check the spam folder, or <a href="/console/sign-in">ask for another link</a>.
      </p>`,
  }),
  server: (email: string) => ({
    title: 'Read the server’s log',
    main: html`<p class="lead">
        This server sends no mail: the link for <strong>${email}</strong> is in its log.
      </p>
      ${openIt}
      <p class="small">
        The mail is also a file in <code>STATE_DIR/mail</code>. The operator can read both, and can
        set <code>SMTP_URL</code>.
      </p>`,
  }),
}

const askFields = z.strictObject({ email: emailAddress, next: optionalPath })

/** The browser gets a cookie; the link is useless without it. */
const ask = page({
  method: 'post',
  path: '/console/sign-in',
  caller: browser,
  // The form is checked below, so that the page can show an error beside its field.
  body: { type: 'form', schema: z.looseObject({}) },
  wayOn,
  async answer({ http, asker: former, body: given }, services) {
    const { value, errors } = readForm(http, askFields, given)
    if (errors) return { ...formShown({ given, errors }, undefined), status: 400 }
    const { email, next } = value
    const asked = { email, next: localPath(next, home), by: 'browser' as const, former }
    const { asker } = await askToSignIn(http, services, asked)
    const publicUrl = services.publicUrl()
    const shown = showPage({ ...linkSent[services.mailer.goesTo](email), session: undefined })
    return {
      ...shown,
      cookies: [{ kind: 'asker', value: asker, age_s: link_ms / 1000, publicUrl }],
    }
  },
})

/** Opening the link does not consume it, since mail scanners open links too; the button does. */
const showButton = page({
  path: '/console/confirm',
  caller: anybody,
  query: z.strictObject({ token: secret }),
  wayOn,
  answer: ({ query: { token } }) =>
    showPage({
      title: 'One more step',
      session: null,
      main: html`<p class="lead">Did you ask to sign in?</p>
        <form method="post" action="/console/confirm">
          <input type="hidden" name="token" value="${token}" />
          <p><button>Sign in to Farm Directory</button></p>
        </form>
        <p class="small">If not, close this page. Nothing has happened.</p>`,
    }),
})

/** Signing in always begins a new session, and ends the browser's former one. */
const confirm = page({
  method: 'post',
  path: '/console/confirm',
  caller: browser,
  body: { type: 'form', schema: z.strictObject({ token: secret }) },
  wayOn: { ...wayOn, refused: 'This link does not work any more' },
  async answer({ http, asker, former, body: { token } }, services) {
    if (asker === undefined) throw signInRefused()
    const signedIn = await signIn(http, services, { token, asker })
    if (former !== undefined) await endSession(services.store, former)
    const noAsker = { kind: 'asker' as const, value: '', age_s: 0, publicUrl: services.publicUrl() }
    return {
      ...goTo(localPath(signedIn.next, home)),
      cookies: [sessionCookie(services, signedIn.token), noAsker],
    }
  },
})

const signOut = ownForm({
  path: '/console/sign-out',
  caller: {
    name: 'visitor',
    async check(call, services) {
      const session = await givenSession(call, services)
      if (session) return { session }
      throw new Problem('unauthorized', 'no one is signed in here')
    },
  },
  fields: { everywhere: z.literal('true').optional() },
  async answer({ session, body: { everywhere } }, services) {
    if (everywhere) await endSessionsOf(services.store, session.account.id)
    else await endSession(services.store, session.token)
    return { ...goTo('/console/sign-in'), cookies: [noSession(services)] }
  },
})

export const signInPages: Route[] = [showForm, ask, showButton, confirm, signOut]

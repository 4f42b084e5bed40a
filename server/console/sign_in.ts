import { z } from 'zod'
import { emailAddress } from '../access/email_address.ts'
import { endSession, endSessionsOf } from '../access/accounts/sessions.ts'
import { link_ms } from '../access/accounts/sign_in.ts'
import { SignInRefused } from '../access/errors.ts'
import type { Services } from '../services.ts'
import { readForm } from '../http/body.ts'
import { localPath } from '../http/local_path.ts'
import { Problem } from '../http/problem.ts'
import { cameByOtherName } from '../http/public_address.ts'
import { parseQueryString, readQuery } from '../http/parameters/query_string.ts'
import { refuseForeignOrigin } from '../http/same_origin.ts'
import { readCookie, setCookie } from '../http/session_cookies.ts'
import {
  clearSessionCookie,
  givenSession,
  requireFormToken,
  setSessionCookie,
} from '../routes/account/session.ts'
import type { Call, Page } from '../routes/plain_route.ts'
import { askToSignIn, signIn } from '../routes/account/sign_in.ts'
import { html } from '../../data/html.ts'
import { goTo, showPage } from './parts/page.ts'
import { visitorOf } from './visitor.ts'

const home = '/console'
const secret = z.string().max(200)
const signInQuery = z.strictObject({ next: z.string().max(500).optional() })
const confirmQuery = z.strictObject({ token: secret })
const signInForm = z.strictObject({ email: emailAddress, next: z.string().max(500).optional() })
const confirmForm = z.strictObject({ token: secret })
const signOutForm = z.strictObject({
  form_token: z.string(),
  everywhere: z.literal('true').optional(),
})

/** Signing in and out in a browser. */
export const signInPages: Page[] = [
  { method: 'get', path: '/console/sign-in', handle: showForm },
  { method: 'post', path: '/console/sign-in', handle: ask },
  { method: 'get', path: '/console/confirm', handle: showButton },
  { method: 'post', path: '/console/confirm', handle: confirm },
  { method: 'post', path: '/console/sign-out', handle: signOut },
]

/** The mail's link leads to the public address, so the cookie that it needs has to be set there. */
async function showForm(context: Call, services: Services): Promise<void> {
  const { next } = readQuery(signInQuery, parseQueryString(context.querystring))
  const publicUrl = services.publicUrl()
  if (cameByOtherName(context.req.headers.host, publicUrl))
    return goTo(context, `${publicUrl}/console/sign-in?${context.querystring}`)
  showPage(context, {
    title: 'Sign in',
    session: await visitorOf(context, services),
    main: html`<p class="lead">
        We send you a link; there is no password. Opening it makes your account, if you have none.
      </p>
      <form class="panel" method="post" action="/console/sign-in">
        <p>
          <label for="email">Email address</label>
          <input
            id="email"
            name="email"
            type="email"
            required
            autocomplete="email"
            maxlength="254"
          />
        </p>
        <input type="hidden" name="next" value="${localPath(next, home)}" />
        <p><button>Send me a link</button></p>
      </form>`,
  })
}

/** The browser that asks is given a cookie, without which the link is of no use. */
async function ask(context: Call, services: Services): Promise<void> {
  refuseForeignOrigin(context, services.publicUrl(), { unknown: 'passes' })
  const { email, next } = await readForm(context, signInForm)
  const asked = { email, next: localPath(next, home), by: 'browser' as const }
  const { asker } = await askToSignIn(context, services, asked)
  const publicUrl = services.publicUrl()
  setCookie(context, 'asker', { value: asker, age_s: link_ms / 1000, publicUrl })
  showPage(context, {
    title: 'Look in your mail',
    session: undefined,
    main: html`<p class="lead">A link is on its way to <strong>${email}</strong>.</p>
      <p>Open it in this browser within 15 minutes. It works once.</p>
      <p class="small">
        Nothing there? Look among the unwanted mail, or
        <a href="/console/sign-in">ask for another link</a>.
      </p>`,
  })
}

/** Opening the link uses nothing up, since mail scanners open links too; the button does. */
function showButton(context: Call): void {
  const { token } = readQuery(confirmQuery, parseQueryString(context.querystring))
  showPage(context, {
    title: 'One more step',
    session: null,
    main: html`<p class="lead">Is it you who asked to sign in?</p>
      <form method="post" action="/console/confirm">
        <input type="hidden" name="token" value="${token}" />
        <p><button>Sign in to Farm Directory</button></p>
      </form>
      <p class="small">If not, close this page: nothing has happened.</p>`,
  })
}

/** Signing in always begins another session, and ends the one that the browser had. */
async function confirm(context: Call, services: Services): Promise<void> {
  const publicUrl = services.publicUrl()
  refuseForeignOrigin(context, publicUrl, { unknown: 'passes' })
  const { token } = await readForm(context, confirmForm)
  const asker = readCookie(context, 'asker', publicUrl)
  if (asker === undefined) throw new SignInRefused()
  const signedIn = await signIn(services, { token, asker })
  const former = readCookie(context, 'session', publicUrl)
  if (former !== undefined) await endSession(services.store, former)
  setSessionCookie(context, services, signedIn.token)
  setCookie(context, 'asker', { value: '', age_s: 0, publicUrl })
  goTo(context, localPath(signedIn.next, home))
}

async function signOut(context: Call, services: Services): Promise<void> {
  const session = await givenSession(context, services)
  if (session === undefined) throw new Problem('unauthorized', 'nobody is signed in here')
  const { form_token, everywhere } = await readForm(context, signOutForm)
  requireFormToken(context, session, form_token, services)
  if (everywhere) await endSessionsOf(services.store, session.account.id)
  else await endSession(services.store, session.token)
  clearSessionCookie(context, services)
  goTo(context, '/console/sign-in')
}

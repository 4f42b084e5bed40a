import { z } from 'zod'
import { html, type Html } from '../../data/html.ts'
import { closeReport, openReports, type OpenReport } from '../access/reports/reports.ts'
import { Problem } from '../http/problem.ts'
import { codeBlock } from '../pages/code_blocks.ts'
import { goTo, section, showPage, tokenField } from '../pages/page.ts'
import { instant } from '../pages/shown.ts'
import { table } from '../pages/parts.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { page, type Route } from '../routes/route.ts'
import { doubtfulSection } from './doubtful.ts'
import { ownForm, signedIn } from './visitor.ts'

export const reportsPath = '/console/reports'

/** A visitor with a session whose address `OPERATORS` has. */
const operator: typeof signedIn = {
  name: 'visitor',
  async check(call, services) {
    const known = await signedIn.check(call, services)
    if (services.config.operators.includes(known.session.account.email)) return known
    throw new Problem('forbidden', 'this page is for the accounts that OPERATORS names')
  },
}

const wayOn = { path: '/console', name: 'Back to the console', refused: 'For operators' }

const showReports = page({
  path: reportsPath,
  caller: operator,
  wayOn,
  async answer({ session }, services) {
    const reports = await openReports(services.store)
    return showPage({
      title: 'Farms to check',
      session,
      section: '/console',
      main: html`${reportSection(reports, session)} ${await doubtfulSection(services)}`,
    })
  },
})

const reportSection = (reports: readonly OpenReport[], session: GivenSession): Html =>
  section(
    'reports',
    'Reports of visitors',
    html`${reports.length === 0 ? html`<p>No report is open.</p>` : listed(reports, session)}
      <p>
        To close a report without a change, dismiss it. A reporter who left an address gets one mail
        with this result.
      </p>
      <p>
        To change the directory, the data team records a decision, which the next build applies and
        which closes the report:
      </p>
      ${codeBlock('Shell: a decision', 'the command', 'npm run farms -- remove FARM --report NUMBER --by WHO --reason WHY')}
      <p class="small"><code>npm run farms -- reports</code> lists the same reports.</p>`,
  )

const listed = (reports: readonly OpenReport[], session: GivenSession): Html =>
  table(
    `Open reports, oldest first: ${reports.length}`,
    ['Number', 'Farm', 'Reported', 'What', 'Note', 'Page', 'Answer', 'Close'],
    reports.map((report) => [
      html`${report.number}`,
      html`<a href="/farms/${report.farm_id}">${report.farm_name}</a>`,
      instant(report.at),
      report.kind,
      report.note ?? '',
      report.link === null
        ? ''
        : html`<a class="break" href="${report.link}" rel="noreferrer nofollow noopener"
            >${report.link}</a
          >`,
      report.answer ? 'by mail' : '',
      html`<form method="post" action="${reportsPath}/dismiss">
        ${tokenField(session)}
        <input type="hidden" name="number" value="${report.number}" />
        <button class="quiet">
          ${report.answer ? 'Dismiss and mail the reporter' : 'Dismiss'}<span class="unseen">
            report ${report.number}</span
          >
        </button>
      </form>`,
    ]),
    'stacks',
  )

const dismissReport = ownForm({
  path: `${reportsPath}/dismiss`,
  caller: operator,
  fields: {
    number: z
      .string()
      .regex(/^\d{1,9}$/, 'must be a number')
      .transform(Number),
  },
  wayOn: { path: reportsPath, name: 'Back to the reports' },
  async answer({ session, body: { number } }, { store }) {
    const by = `account ${session.account.id}`
    await closeReport(store, { number, outcome: 'dismissed', by })
    return goTo(reportsPath)
  },
})

export const reportPages: Route[] = [showReports, dismissReport]

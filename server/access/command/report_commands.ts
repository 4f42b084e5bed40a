import { z } from 'zod'
import { closeReport, openReports, type OpenReport } from '../reports/reports.ts'
import { minuteOf, operator, optionValue, textTable, type Command } from './command.ts'

const reportNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be the number of a report, as reports shows it')
  .transform(Number)

const outcome = z.enum(['decided', 'dismissed'], 'must be decided or dismissed')

/** Commands for reports about farms. They show no address of a reporter. */
export const reportCommands: Record<string, Command> = {
  reports: {
    usage: 'reports',
    summary: 'show the open reports about farms, oldest first',
    details: '  npm run farms -- remove FARM --report NUMBER … decides one.',
    read: () => async (store) => {
      const reports = await openReports(store)
      return { json: reports, text: reportsText(reports) }
    },
  },
  'close-report': {
    usage: 'close-report NUMBER decided|dismissed',
    summary: 'close a report (decided: all of its kind about the farm); the server tells reporters',
    details: '  NUMBER        number of an open report, as reports shows it',
    arguments: ['NUMBER', 'decided|dismissed'],
    read({ positionals }) {
      const number = optionValue(reportNumber, 'NUMBER', positionals[0])
      const end = optionValue(outcome, 'outcome', positionals[1])
      return async (store) => {
        const closed = await closeReport(store, { number, outcome: end, by: operator() })
        return { json: closed, text: `Closed reports ${closed.join(', ')}: ${end}.` }
      }
    },
  },
}

function reportsText(reports: OpenReport[]): string {
  if (reports.length === 0) return 'No report is open.'
  return textTable(
    ['NUMBER', 'AT', 'WHAT', 'FARM', 'NAME', 'LINK', 'NOTE'],
    reports.map((report) => [
      `${report.number}`,
      minuteOf(report.at),
      report.kind,
      report.farm_id,
      report.farm_name,
      report.link ?? '–',
      report.note ?? '–',
    ]),
  )
}

import { answerReports, forgetReports } from '../access/reports/reports.ts'
import { StoreUnavailable } from '../access/store/store_errors.ts'
import { reportMail } from '../mail/report_mail.ts'
import type { Services } from '../services.ts'

/** Mails reporters of closed reports, and erases what is kept too long. Failures are retried. */
export async function answerReporters(
  services: Pick<Services, 'store' | 'mailer' | 'publicUrl' | 'log'>,
): Promise<void> {
  const { store, mailer, publicUrl, log } = services
  try {
    await forgetReports(store)
    await answerReports(store, ({ farm_id, at, ...answer }) =>
      mailer.send(
        reportMail({ ...answer, day: at.slice(0, 10) }, `${publicUrl()}/farms/${farm_id}`),
      ),
    )
  } catch (error) {
    if (error instanceof StoreUnavailable) return // the store reports it
    log.error({ error: (error as Error).name }, 'a reporter could not be answered; tried again')
  }
}

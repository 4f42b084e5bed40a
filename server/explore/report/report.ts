import { z } from 'zod'
import { html } from '../../../data/html.ts'
import { addReport, reportsShown, type ShownReport } from '../../access/reports/reports.ts'
import { StoreUnavailable } from '../../access/store/store_errors.ts'
import { duration } from '../../../data/digit_grouping.ts'
import { askingHere } from '../../ask/ask_here.ts'
import { readForm } from '../../console/visitor.ts'
import { refuseForeignOrigin } from '../../http/addresses/same_origin.ts'
import { uuid } from '../../http/parameters/parameters.ts'
import { goTo, showPage } from '../../pages/page.ts'
import { clientOf, limit } from '../../routes/callers.ts'
import { farm as farmRoute } from '../../routes/farms/farm.ts'
import { page, type Caller, type Route } from '../../routes/route.ts'
import type { Services } from '../../services.ts'
import { reportFields } from './fields.ts'
import { reportForm } from './form.ts'

/** Any visitor; forms on pages of other sites are refused. */
const ownSite: Caller = {
  name: 'visitor',
  check(call, services) {
    refuseForeignOrigin(call, services.publicUrl(), { unknown: 'passes' })
    return {}
  },
}

const schema = z.strictObject(reportFields)

/**
 * Records what a visitor reports about a farm, and shows the farm's page with it. The number in the address
 * keeps a shared cache from answering with an older page.
 */
export const reportRoute: Route = page({
  method: 'post',
  path: '/farms/:id/reports',
  caller: ownSite,
  params: z.object({ id: uuid }),
  body: { type: 'form', schema: z.looseObject({}) },
  wayOn: { path: '/', name: 'Find farms' },
  async answer({ http, params: { id }, body: given }, services) {
    const { data: farm } = await askingHere('free', services)(farmRoute, { id })
    const { value: report, errors } = readForm(http, schema, given)
    if (errors)
      return {
        ...showPage({
          title: `Closed? Something wrong? ${farm.name}`,
          session: null,
          main: html`<p><a href="/farms/${farm.id}">Back to the farm</a></p>
            ${reportForm(farm.id, { given, errors })}`,
        }),
        status: 400,
      }
    await limit(services, 'report', clientOf(http.req, services.config), tooMany)
    const number = await addReport(services.store, {
      farm_id: farm.id,
      farm_name: farm.name,
      ...report,
    })
    return goTo(`/farms/${farm.id}?report=${number ?? 'known'}#reported`)
  },
})

const tooMany = ({ limit, reset_s }: { limit: number; reset_s: number }) =>
  `${limit} reports a day are taken from one address; try again in ${duration(reset_s)}`

/** The reports that a farm's page shows; none while the store is away. */
export async function shownReports(
  { store }: Services,
  farm_id: string,
  built_at: string,
): Promise<ShownReport[]> {
  try {
    return await reportsShown(store, farm_id, built_at)
  } catch (error) {
    if (error instanceof StoreUnavailable) return []
    throw error
  }
}

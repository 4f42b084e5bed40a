import { z } from 'zod'
import * as parameter from '../http/parameters.ts'
import { noParams } from './list.ts'
import { dataRoute } from './route.ts'

export const stats = dataRoute({
  path: '/v1/stats',
  summary: 'Counts and coverage of the whole directory',
  tier: 'free',
  params: noParams,
  query: z.strictObject({ snapshot: parameter.snapshot }),
  answer: ({ snapshot }) => ({ body: snapshot.statsBody }),
})

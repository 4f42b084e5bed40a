import { z } from 'zod'
import { farm } from '../../data/schema/tables/farm.ts'
import type { ProblemKind } from '../http/problem.ts'
import type { Described, Description } from '../routes/plain_route.ts'
import type { DataRoute } from '../routes/route.ts'
import { listFormats } from './list_formats.ts'
import { sparseResponse } from './sparse.ts'

const headers = z.strictObject({
  'If-None-Match': z.string().optional().meta({
    description: 'ETag of the answer that the client has already',
    example: '"Fq1TfZ1nTm2b0kqU8Yw0Ug"',
  }),
})

const merged = z
  .strictObject({
    data: z.strictObject({ id: farm.shape.id }).meta({ description: 'The farm that goes on' }),
  })
  .meta({ id: 'Merged' })

/** Describes a route that answers from a snapshot: what it does follows from its parameters. */
export function describeDataRoute(route: DataRoute): Description {
  const { operation, summary, tier, params, query } = route
  const answers: Record<number, Described> = {
    200: answered(route),
    304: { description: 'The client has the answer already', headers: ['ETag', 'Cache-Control'] },
  }
  if (isOfFarm(route))
    answers[301] = {
      description: 'The farm was merged into another one',
      schema: merged,
      headers: ['Location'],
    }
  const details = tier === 'paid' ? 'For paid keys; free ones get a 403.' : undefined
  const described = { operation, summary, caller: 'key' as const, params, query, headers, answers }
  return { ...described, ...(details && { details }), problems: problemsOf(route) }
}

function answered({ response, query, deprecation }: DataRoute): Described {
  const { shape } = query
  const schema = 'fields' in shape ? sparseResponse(response) : response
  return {
    description: 'The answer',
    schema,
    ...('format' in shape && { others: listFormats }),
    headers: [
      'ETag',
      'Cache-Control',
      'Vary',
      ...('page' in shape || deprecation ? ['Link'] : []),
      ...('format' in shape ? ['Content-Disposition'] : []),
      ...(deprecation ? ['Deprecation'] : []),
      ...(deprecation?.sunset ? ['Sunset'] : []),
    ],
  }
}

/** Whether it is about one farm, which may have been merged, have left or never been. */
const isOfFarm = ({ path, query }: DataRoute) =>
  path.startsWith('/v1/farms/:id') || query.shape['farm_id']?.isOptional() === false

function problemsOf(route: DataRoute): ProblemKind[] {
  const parameters: z.ZodType[] = Object.values(route.query.shape)
  const isTiered =
    route.tier === 'paid' ||
    'fields' in route.query.shape ||
    parameters.some((each) => each.meta()?.tier === 'paid')
  const canBeGone =
    isOfFarm(route) || 'snapshot' in route.query.shape || route.path.startsWith('/v1/snapshots/:id')
  return [
    'unauthorized',
    ...(isTiered ? ['forbidden' as const] : []),
    ...(isOfFarm(route) ? ['not-found' as const] : []),
    'not-acceptable',
    ...(canBeGone ? ['gone' as const] : []),
  ]
}

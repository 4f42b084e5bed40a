import { operationsOf } from '../../server/docs/reference.ts'
import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  SchemaObject,
} from '../../server/openapi/model.ts'

/** A parameter of an operation that asks for data, and a good request to put it into. */
export type Target = {
  operation: OperationObject
  path: string
  name: string
  place: 'query' | 'path'
  schema: SchemaObject
  /** A good value. */
  example: string
  /** The parameters that are needed besides, by their names. */
  others: Record<string, string>
}

/** Parameters that say something only together with another. */
const companions: Record<string, string[]> = {
  lat: ['lng'],
  lng: ['lat'],
  radius: ['lat', 'lng'],
  sort: ['q'],
  match: ['certifications'],
  in_stock_only: ['products'],
  open_unknown: ['open_at'],
  open_between: ['open_on'],
  now: ['open_on'],
}

/** Operations that need a centre, which is lat and lng, or near. */
const centered = ['searchFarms', 'getMarketLandscape', 'getMarketPrices', 'getMarketDelivery']
const ofCenters = ['lat', 'lng', 'near']

/**
 * Every parameter of every GET operation that a key opens. `values` are put in place of examples, by
 * the parameter's name or `operationId.name`.
 */
export function targetsOf(document: OpenApiDocument, values: Record<string, string>): Target[] {
  return operationsOf(document).flatMap(({ method, path, operation }) => {
    if (method !== 'GET' || !operation.security?.some((scheme) => 'apiKey' in scheme)) return []
    const { parameters } = operation
    const example = ({ name, schema }: ParameterObject) =>
      values[`${operation.operationId}.${name}`] ??
      values[name] ??
      String((schema as SchemaObject).examples?.[0])
    return parameters
      .filter((each) => each.in !== 'header')
      .map((parameter) => {
        const needed = parameters.filter(
          (each) =>
            each.name !== parameter.name &&
            each.in !== 'header' &&
            (each.required ||
              companions[parameter.name]?.includes(each.name) ||
              (centered.includes(operation.operationId!) &&
                !ofCenters.includes(parameter.name) &&
                ['lat', 'lng'].includes(each.name))),
        )
        return {
          operation,
          path,
          name: parameter.name,
          place: parameter.in as 'query' | 'path',
          schema: parameter.schema as SchemaObject,
          example: example(parameter),
          others: Object.fromEntries(needed.map((each) => [each.name, example(each)])),
        }
      })
  })
}

/** The path and query of a request with a value, percent-encoded already, for the target's parameter. */
export function requestOf({ path, name, others }: Target, encoded: string): string {
  const query: string[] = []
  let filled = path
  const all = Object.entries(others).map(([each, value]) => [each, encodeURIComponent(value)])
  for (const [each, value] of [...all, [name, encoded]] as [string, string][])
    if (path.includes(`{${each}}`)) filled = filled.replace(`{${each}}`, () => value)
    else query.push(`${each}=${value}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

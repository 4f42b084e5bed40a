import { createHash } from 'node:crypto'
import type { Run } from '../../data/schema/run.ts'

/** The OpenLineage events of the builds: START, then COMPLETE, FAIL, or ABORT if it was killed. */
export const lineageEvents = (runs: Run[]) =>
  runs
    .filter(({ action }) => action === 'build')
    .flatMap((run) => [
      event(run, 'START'),
      event(run, run.status === null ? 'ABORT' : run.status === 0 ? 'COMPLETE' : 'FAIL'),
    ])

function event(run: Run, eventType: string) {
  const isStart = eventType === 'START'
  const producer = `urn:farm-directory:${run.version}`
  const facet = (name: string, version: string, fields: object) => ({
    _producer: producer,
    _schemaURL: `https://openlineage.io/spec/facets/${version}/${name}.json`,
    ...fields,
  })
  const dataset = (namespace: string, name: string, datasetVersion: string) => ({
    namespace,
    name,
    facets: { version: facet('DatasetVersionDatasetFacet', '1-0-1', { datasetVersion }) },
  })
  const error = { message: run.message, programmingLanguage: 'TypeScript' }
  const facets =
    isStart || run.message === null
      ? {}
      : { errorMessage: facet('ErrorMessageRunFacet', '1-0-1', error) }
  const isPublished = !isStart && run.status === 0 && run.snapshot !== null
  return {
    eventType,
    eventTime: isStart ? run.begun_at : run.ended_at,
    run: { runId: idOf(run), facets },
    job: { namespace: 'farm-directory', name: 'build' },
    inputs: run.inputs.map(({ source, file, sha256 }) => dataset(source, file, sha256)),
    outputs: isPublished ? [dataset('farm-directory', 'snapshots', run.snapshot!)] : [],
    producer,
    schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
  }
}

/** A UUID of version 8 by number and beginning: the same at every call. */
function idOf({ run, begun_at }: Run): string {
  const hex = createHash('sha256').update(`${run} ${begun_at}`).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}

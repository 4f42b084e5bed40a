import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import {
  notify,
  type Notify,
  sourceEntry,
  sourcesFile,
  type SourceEntry,
} from '../../data/schema/input/sources_file.ts'
import { expectedColumns, useOfColumn } from '../../data/source_columns.ts'
import type { Mapping } from '../../data/schema/input/mapping.ts'
import { limits } from '../gates/limits.ts'
import type { Source } from '../intake/intake.ts'
import type { Adapter } from '../read/adapter.ts'
import { wholeSeconds } from '../read/instant.ts'
import { needsMapping } from '../read/sources/mapped_table.ts'
import { listed, SourceError } from '../read/source_error.ts'
import { adapterFor, adapters } from '../read/adapters.ts'
import { hintFor, UsageError } from '../../data/command_line.ts'

/** Reads `--source TYPE=PATH`. Throws if there is no such type. */
export function sourceOf(text: string): Source {
  const at = text.indexOf('=')
  const [kind, path] = [text.slice(0, at), text.slice(at + 1)]
  if (at <= 0 || !path) throw new UsageError(`--source ${text} is not TYPE=PATH`)
  const adapter = adapterFor(kind)
  checkNoFolder(path, `--source ${kind}`)
  checkMapped(adapter, path)
  return { adapter, path }
}

/**
 * Reads the sources in the file of `--config` (data/schema/input/sources_file.ts), with paths relative to
 * that file. Throws a UsageError that lists all faults, each with entry, value and remedy.
 */
export function sourcesOf(file: string): Source[] {
  const content = parse(file)
  const { data, error } = sourcesFile.safeParse(content)
  const problems = error?.issues.map((issue) => explain(issue, content)) ?? []
  const sources = (data?.sources ?? []).flatMap((entry, index) => {
    try {
      return [toSource(entry, dirname(file))]
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof SourceError)) throw error
      problems.push(`${label(index, entry)}: ${error.message}`)
      return []
    }
  })
  if (problems.length > 0) refuse(file, problems)
  return sources
}

/** Settings of the sources file for all sources; `decisions` is a path. */
type Settings = Omit<z.infer<typeof sourcesFile>, 'sources'>

/** Reads them; none without a file. Throws as `sourcesOf` does. */
export function settingsOf(file: string | undefined): Settings {
  if (file === undefined) return {}
  const content = parse(file)
  const { data, error } = sourcesFile.safeParse(content)
  if (!data)
    return refuse(
      file,
      error.issues.map((issue) => explain(issue, content)),
    )
  const { sources: _, decisions, ...settings } = data
  return { ...settings, ...(decisions && { decisions: resolve(dirname(file), decisions) }) }
}

/** The receivers of notifications, even if another part of the file is wrong; undefined = none, or not readable. */
export function notifyOf(file: string | undefined): Notify | undefined {
  if (file === undefined) return undefined
  try {
    return notify.safeParse((parse(file) as { notify?: unknown } | null)?.notify).data
  } catch (error) {
    if (error instanceof UsageError) return undefined // the build itself fails by it
    throw error
  }
}

function refuse(file: string, problems: string[]): never {
  throw new UsageError(`--config ${file}:${listed(problems)}`)
}

function parse(file: string): unknown {
  checkFile(file, '--config')
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''))
  } catch (error) {
    throw new UsageError(`--config ${file} is not JSON: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function checkFile(path: string, option: string): void {
  if (!existsSync(path)) throw new UsageError(`${option}: there is no file ${path}`)
  if (statSync(path).isDirectory())
    throw new UsageError(`${option}: ${path} is a folder, not a file`)
}

/** A file that is missing is no fault of the sources file: its last good edition takes its place. */
function checkNoFolder(path: string, option: string): void {
  if (existsSync(path) && statSync(path).isDirectory())
    throw new UsageError(`${option}: ${path} is a folder, not a file`)
}

function toSource(entry: SourceEntry, folder: string): Source {
  const { kind, retrieved_at, path: _path, url: _url, ...rest } = entry
  const adapter = adapterFor(kind)
  const place = placeOf(entry, folder)
  if (rest.mapping && !adapter.mapping) {
    const kinds = adapters.filter(({ mapping }) => mapping).map((each) => each.kind)
    throw new UsageError(`mapping: a ${kind} source has none; only ${kinds.join(', ')} have`)
  }
  checkChoice(adapter, rest)
  checkColumns(adapter, rest.columns)
  checkGates(rest.gates)
  checkMapped(adapter, entry.path ?? entry.url!, rest.mapping)
  return {
    adapter,
    ...place,
    ...rest,
    ...(retrieved_at && { retrieved_at: wholeSeconds(new Date(retrieved_at)) }),
  }
}

/** Throws if a source type has no columns to choose rows by. */
function checkChoice(
  { kind, mapping: takes, hasDirectories }: Adapter,
  rest: Partial<SourceEntry>,
) {
  const { where, edition, mapping } = rest
  const isWithoutColumns = kind === 'farm-feed' || (takes === 'optional' && !mapping)
  const field = edition === undefined ? 'where' : 'edition'
  if ((where || edition) && (isWithoutColumns || (edition && hasDirectories)))
    throw new UsageError(`${field}: the rows of a ${kind} source are not chosen by a column`)
}

/** The path of a source's file, or its address if it is elsewhere. */
function placeOf({ path, url }: SourceEntry, folder: string): Pick<Source, 'path' | 'url'> {
  if ((path === undefined) === (url === undefined))
    throw new UsageError(`give a path or a url${path === undefined ? '' : ', not both'}`)
  if (url !== undefined && !url.startsWith('file:')) return { url }
  const found = path === undefined ? fileURLToPath(url!) : resolve(folder, path)
  checkNoFolder(found, path === undefined ? 'url' : 'path')
  return { path: found }
}

/** Throws if a source type has no such columns. */
function checkColumns({ kind }: Adapter, given: SourceEntry['columns'] = {}): void {
  const known = expectedColumns(kind).flat()
  if (Object.keys(given).length > 0 && known.length === 0)
    throw new UsageError(`columns: a ${kind} source has none of its own; correct its mapping`)
  for (const to of Object.values(given))
    if (to !== null && useOfColumn(kind, to) === undefined)
      throw new UsageError(`columns: no column \`${to}\` (${hintFor(to, known)})`)
}

/** The gate whose share may be over 1: a source can grow to several times its size. */
const growing = 'farms-added-by-source'

/** Throws if a gate has no limit, or if its share is over 1. */
function checkGates(given: SourceEntry['gates'] = {}): void {
  for (const [gate, share] of Object.entries(given)) {
    if (!(gate in limits))
      throw new UsageError(
        `gates: no gate \`${gate}\` with a limit (${hintFor(gate, Object.keys(limits))})`,
      )
    if (share > 1 && gate !== growing)
      throw new UsageError(`gates: ${gate}: ${share} is over 1, which is all; write 0.4 for 40 %`)
  }
}

function checkMapped({ kind, mapping }: Adapter, path: string, given?: Mapping): void {
  if (mapping === 'needed' && !given) throw new UsageError(needsMapping(kind, path))
}

/** Explains one complaint of the schema: entry, value and remedy. */
function explain(issue: z.core.$ZodIssue, content: unknown): string {
  const [, index, ...path] = issue.path
  const entry = typeof index === 'number' ? entryAt(content, index) : null
  const where = [...(entry ? [label(index as number, entry)] : []), ...path.map(String)].join(': ')
  const prefix = where || issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const known = entry ? Object.keys(sourceEntry.shape) : Object.keys(sourcesFile.shape)
    const [key] = issue.keys
    return `${prefix ? `${prefix}: ` : ''}unknown field \`${key}\` (${hintFor(key!, known)})`
  }
  const value = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    content,
  )
  const shown = () => `\`${JSON.stringify(value).slice(0, 60)}\`: ${issue.message}`
  const complaint =
    issue.code === 'custom' ? issue.message : value === undefined ? 'missing' : shown()
  return prefix ? `${prefix}: ${complaint}` : complaint
}

const entryAt = (content: unknown, index: number) =>
  (content as { sources: Partial<SourceEntry>[] }).sources[index] ?? {}

/** `source 3 (geojson, farms.geojson)`, counted from 1. */
function label(index: number, { kind, path, url }: Partial<SourceEntry>): string {
  const named = [kind, path ?? url].filter((part) => typeof part === 'string').join(', ')
  return `source ${index + 1}${named ? ` (${named})` : ''}`
}

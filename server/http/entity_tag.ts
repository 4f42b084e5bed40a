import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Coding } from './coding.ts'

/** How the tags of answers in a content coding end. */
export const tagEnding = (coding: Coding): string => (coding === 'identity' ? '"' : `-${coding}"`)

/** Names this state of the program, whose answers may be other ones after a change of it. */
const program = digestOfProgram(join(import.meta.dirname, '../..'))

function digestOfProgram(root: string): string {
  const below = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
  const files = [join(root, 'package.json'), ...below('data'), ...below('server')]
  return hash(
    'sha256',
    files
      .toSorted()
      .map((path) => readFileSync(path, 'utf8'))
      .join('\0'),
  )
}

/**
 * A strong entity tag of everything that an answer's bytes depend on: its content coding, this
 * state of the program, and `parts`. 128 bits, so that no two are equal by chance.
 */
export function entityTag(coding: Coding, ...parts: unknown[]): string {
  const digest = hash('sha256', [program, ...parts].join('\n'), 'base64url')
  return `"${digest.slice(0, 22)}${tagEnding(coding)}`
}

/**
 * Whether an If-None-Match header lists a tag, compared weakly as RFC 9110 13.1.2 wants it. `*` is
 * none of the tags: it asks whether there is an answer at all.
 */
export const listsTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.includes(tag)

/** Whether an If-None-Match header says that the client has an answer that there is for certain. */
export const clientHas = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.trim() === '*' || listsTag(ifNoneMatch, tag)

import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Coding } from './coding.ts'

/** The ending of tags for answers in a content coding. */
export const tagEnding = (coding: Coding): string => (coding === 'identity' ? '"' : `-${coding}"`)

/** Identifies this version of the program, since a change may alter its answers. */
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
 * A strong entity tag for everything that determines an answer's bytes: its content coding, the version of
 * the program, and `parts`. It has 128 bits, so no two are equal by chance.
 */
export function entityTag(coding: Coding, ...parts: unknown[]): string {
  const digest = hash('sha256', [program, ...parts].join('\n'), 'base64url')
  return `"${digest.slice(0, 22)}${tagEnding(coding)}`
}

/**
 * Returns true if an If-None-Match header lists a tag, by the weak comparison of RFC 9110, 13.1.2. `*`
 * matches no tag: it asks whether any answer exists.
 */
export const listsTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.includes(tag)

/** Returns true if an If-None-Match header shows that the client has an answer that certainly exists. */
export const clientHas = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.trim() === '*' || listsTag(ifNoneMatch, tag)

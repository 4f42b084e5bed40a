import { hash } from 'node:crypto'
import packageFile from '../../package.json' with { type: 'json' }
import type { Coding } from './compression.ts'

/** How the tags of answers in a content coding end. */
export const tagEnding = (coding: Coding): string => (coding === 'identity' ? '"' : `-${coding}"`)

/**
 * A strong entity tag of everything that an answer's bytes depend on: its content coding, this
 * version of the program, and `parts`. 128 bits, so that no two are equal by chance.
 */
export function entityTag(coding: Coding, ...parts: unknown[]): string {
  const digest = hash('sha256', [packageFile.version, ...parts].join('\n'), 'base64url')
  return `"${digest.slice(0, 22)}${tagEnding(coding)}`
}

/**
 * Whether an If-None-Match header lists a tag, compared weakly as RFC 9110 13.1.2 wants it. `*` is
 * none of the tags: it asks whether there is an answer at all.
 */
export const listsTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.includes(tag)

import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { systemFailure } from '../system_failure.ts'

/** The result of one check of `npm run doctor`, with the remedy if it is not ok. */
export type Finding = {
  check: string
  state: 'ok' | 'warning' | 'fault'
  found: string
  remedy: string | null
}

export const ok = (check: string, found: string): Finding => ({
  check,
  state: 'ok',
  found,
  remedy: null,
})
export const warning = (check: string, found: string, remedy: string): Finding => ({
  check,
  state: 'warning',
  found,
  remedy,
})

/** Runs a check; what it throws is its fault, and the message of our errors has the remedy. */
export async function examine(
  check: string,
  look: () => Promise<Finding | Finding[]> | Finding | Finding[],
  remedy: string | null = null,
): Promise<Finding[]> {
  try {
    return [await look()].flat()
  } catch (error) {
    const failure = systemFailure(error) // its message has the remedy
    const { message: found } = failure ?? (error as Error)
    return [{ check, state: 'fault', found, remedy: failure ? null : remedy }]
  }
}

/** Throws if this user may not read, write and list a folder. */
export const requireFolder = (folder: string): void =>
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)

/** The folder, or the nearest one above it that is there. */
export const existing = (folder: string): string =>
  existsSync(folder) ? folder : existing(dirname(resolve(folder)))

/** The findings as text; further lines of one are indented. */
export const findingLines = (findings: Finding[]): string[] =>
  findings.map(({ check, state, found, remedy }) =>
    [state.padEnd(8), `${check}: ${found}`, ...(remedy ? [`→ ${remedy}`] : [])]
      .join(' ')
      .replaceAll('\n', '\n' + ' '.repeat('warning  '.length)),
  )

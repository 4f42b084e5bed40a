import type { Problem } from '../http/problem.ts'
import { clip, quoted } from './text.ts'

/** What an agent reads where the service refuses, so that it can mend its call. */
export function refusal({ message, errors, status, farm }: Problem): string {
  const told = farm?.name ? message.replace(farm.name, () => quoted(farm.name!, 150)) : message
  const suggestions = errors.flatMap(({ parameter, suggestion }) =>
    suggestion === undefined ? [] : [`${parameter}: "${suggestion}"`],
  )
  const tries = suggestions.length === 0 ? [] : [`Try ${suggestions.slice(0, 10).join(' or ')}.`]
  const paid =
    status === 403 ? ['Call again without it, and say that it could not be checked.'] : []
  return [clip(told, 1500), ...tries, ...paid].join('\n')
}

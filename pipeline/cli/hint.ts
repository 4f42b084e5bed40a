import { nearestOf } from '../../data/vocabulary/edit_distance.ts'

/** Names that were perhaps meant by one that is unknown. */
export function hintFor(name: string, known: string[]): string {
  const nearest = nearestOf(name, known)
  return nearest ? `did you mean ${nearest}?` : `there are ${known.join(', ')}`
}

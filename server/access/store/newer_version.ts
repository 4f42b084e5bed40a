import { migrations } from './migrations.ts'

/**
 * Returns why a store is not to be touched where it has had migrations that this version doesn't
 * know: a newer one wrote it. Undefined where all of them are known.
 */
export function newerVersionMessage(store: string, applied: string[]): string | undefined {
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length === 0) return undefined
  return (
    `${store} was written by a newer version of this program ` +
    `(it has the migration ${unknown.join(', ')}; this version knows up to ` +
    `${Object.keys(migrations).at(-1)}): run that version, or restore the store saved before it`
  )
}

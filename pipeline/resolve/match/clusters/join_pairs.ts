export type Pair = { a: number; b: number; score: number }
/** A person's decision on two ids: one farm, or two. */
export type Decided = { a: number; b: number; same: boolean }

/**
 * Joins matched pairs into clusters, best score first, then by `a` and `b`, so that the order of the pairs
 * does not matter. Skips a pair if `keepsApart` holds for any two members of its clusters. Then joins pairs
 * decided as the same, despite `keepsApart`; two ids decided as different never share a cluster. Returns, for
 * each id in a cluster of two or more, the smallest id of its cluster.
 */
export function joinPairs(
  pairs: Pair[],
  keepsApart: (one: number, other: number) => boolean,
  decided: Decided[] = [],
): Map<number, number> {
  const members = new Map<number, number[]>()
  const clusterOf = (id: number) => members.get(id) ?? [id]
  const join = (a: number, b: number, areApart: typeof keepsApart) => {
    const [one, other] = [clusterOf(a), clusterOf(b)]
    if (one === other) return
    if (one.some((x) => other.some((y) => areApart(x, y)))) return
    const joined = [...one, ...other]
    for (const id of joined) members.set(id, joined)
  }
  const different = new Set(
    decided.flatMap(({ a, b, same }) => (same ? [] : [`${a} ${b}`, `${b} ${a}`])),
  )
  const areDifferent = (x: number, y: number) => different.size > 0 && different.has(`${x} ${y}`)
  const ordered = [...pairs].sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b)
  for (const { a, b } of ordered) join(a, b, (x, y) => areDifferent(x, y) || keepsApart(x, y))
  for (const { a, b, same } of decided) if (same) join(a, b, areDifferent)
  return new Map([...members].map(([id, joined]) => [id, Math.min(...joined)]))
}

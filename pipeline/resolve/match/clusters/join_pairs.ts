export type Pair = { a: number; b: number; score: number }

/**
 * Joins matched pairs into clusters, best score first (then by `a` and `b`, so that the order of
 * the pairs doesn't matter); a pair whose clusters hold two members that `keepsApart` is passed over.
 * Returns for each id that is in a cluster of two or more its cluster's smallest id.
 */
export function joinPairs(
  pairs: Pair[],
  keepsApart: (one: number, other: number) => boolean,
): Map<number, number> {
  const members = new Map<number, number[]>()
  const clusterOf = (id: number) => members.get(id) ?? [id]
  const ordered = [...pairs].sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b)
  for (const { a, b } of ordered) {
    const [one, other] = [clusterOf(a), clusterOf(b)]
    if (one === other) continue
    if (one.some((x) => other.some((y) => keepsApart(x, y)))) continue
    const joined = [...one, ...other]
    for (const id of joined) members.set(id, joined)
  }
  return new Map([...members].map(([id, joined]) => [id, Math.min(...joined)]))
}

import { LRUCache } from 'lru-cache'

export type Coding = 'br' | 'gzip' | 'identity'

/** The preferred coding of an Accept-Encoding header; on a tie brotli, then gzip. */
export const codingOf = (acceptEncoding: string | undefined): Coding =>
  acceptEncoding ? wanted.memo(acceptEncoding) : 'identity'

/** Returns true if a client reads gzip, even if it prefers another coding. */
export const readsGzip = (acceptEncoding: string | undefined): boolean =>
  weightsOf(acceptEncoding ?? '')('gzip') > 0

/** Nearly all clients send one of a few header values. */
const wanted = new LRUCache<string, Coding>({ max: 100, memoMethod: mostWanted })

function weightsOf(acceptEncoding: string) {
  const weights = new Map(acceptEncoding.toLowerCase().split(',').map(weighted))
  return (coding: Coding) =>
    weights.get(coding) ?? (coding === 'identity' ? undefined : weights.get('*')) ?? 0
}

function mostWanted(acceptEncoding: string): Coding {
  const weight = weightsOf(acceptEncoding)
  const [brotli, zipped, plain] = [weight('br'), weight('gzip'), weight('identity')]
  if (brotli > 0 && brotli >= zipped && brotli >= plain) return 'br'
  return zipped > 0 && zipped >= plain ? 'gzip' : 'identity'
}

/** `gzip; q=0.5` as name and weight: 1 if missing, 0 if not a number. */
function weighted(entry: string): [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, given === undefined ? 1 : Number(given.slice(2)) || 0]
}

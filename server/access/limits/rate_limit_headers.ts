import type { RateState } from './limits.ts'

/**
 * Returns the header fields that show a client its remaining quota:
 *
 * - `X-RateLimit-Limit`, `X-RateLimit-Remaining`: requests allowed and left in the window;
 * - `X-RateLimit-Reset`: the end of the window, in Unix seconds, as in GitHub's API;
 * - `RateLimit-Policy`, `RateLimit`: the structured fields of draft-ietf-httpapi-ratelimit-headers (q =
 *   quota, w = window in seconds; r = left, t = seconds until the window ends);
 * - `Retry-After`: seconds until the window ends, only when the request is refused.
 */
export function rateLimitHeaders(state: RateState): Record<string, string> {
  const headers: Record<string, string> = {
    'X-RateLimit-Limit': `${state.limit}`,
    'X-RateLimit-Remaining': `${state.remaining}`,
    'X-RateLimit-Reset': `${state.reset_at_s}`,
    'RateLimit-Policy': `"${state.policy}";q=${state.limit};w=${state.window_s}`,
    RateLimit: `"${state.policy}";r=${state.remaining};t=${state.reset_s}`,
  }
  if (!state.allowed) headers['Retry-After'] = `${state.reset_s}`
  return headers
}

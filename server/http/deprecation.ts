/** The end of a route. */
export type Deprecation = {
  /** The time of deprecation, past or future: RFC 3339, UTC. */
  since: string
  /** The time at which it stops answering. */
  sunset?: string
  /** A page about the replacement: an address, or a path of this server. */
  link: string
}

/** The fields `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` to a page about the end. */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${seconds(since)}`,
    ...(sunset !== undefined && { Sunset: new Date(1000 * seconds(sunset)).toUTCString() }),
    Link: `<${link}>; rel="deprecation"`,
  }
}

/** Unix seconds of an RFC 3339 instant. Throws a RangeError for other texts. */
function seconds(instant: string): number {
  const at_s = Math.floor(Date.parse(instant) / 1000)
  if (Number.isNaN(at_s))
    throw new RangeError(`${instant} is not an instant such as 2027-01-31T00:00:00Z`)
  return at_s
}

const timeout = 'no answer in time'
const ended = 'the connection was cut'
const unknownHost = 'no host has this name'
const untrusted = 'its certificate is not trusted: name its authority with NODE_EXTRA_CA_CERTS'

/** Explanations of the codes of failed connections. */
const meanings: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: ended,
  EPIPE: ended,
  UND_ERR_SOCKET: ended,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no network',
  ETIMEDOUT: timeout,
  UND_ERR_CONNECT_TIMEOUT: timeout,
  UND_ERR_HEADERS_TIMEOUT: timeout,
  UND_ERR_BODY_TIMEOUT: timeout,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
}

type Failure = { name?: string; code?: string; message?: string; cause?: Failure }

/** `nothing listens there (ECONNREFUSED)`; null if the code is not that of a failed connection. */
export function connectionFault(code: string | undefined): string | null {
  const meaning = meanings[code ?? '']
  return meaning === undefined ? null : `${meaning} (${code})`
}

/** The reason for a failed `fetch`, without its URL, which may have a password. */
export function fetchFault(error: unknown): string {
  const { name, cause } = error as Failure
  if (name === 'TimeoutError' || name === 'AbortError') return timeout
  if (cause?.message === 'bad port') return 'no request may go to its port: give it another one'
  return connectionFault(cause?.code) ?? cause?.code ?? 'the request failed'
}

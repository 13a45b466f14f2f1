/**
 * Every way in which a call to the outside can fail, so that a caller can tell a person what was seen. The message is written
 * for that person and never carries the path or query of the URL, which may hold a secret.
 */
import { errors } from 'undici'

export type OutboundErrorKind =
  | 'refused_url'
  | 'refused_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too_large'
  | 'protocol'

export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly kind: OutboundErrorKind

  constructor(kind: OutboundErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/**
 * How a stranger's words (a TXT value, a certificate's names, a peer's reason) may appear in our own messages: short and in
 * printable ASCII, so that they cannot fill a log or re-order a line on a screen.
 */
export function foreignText(text: string, chars_max = 160): string {
  const plain = text.replace(/[^ -~]+/g, '?')
  return plain.length > chars_max ? `${plain.slice(0, chars_max)}…` : plain
}

// What a failed call is called (outbound-error.ts), and which headers no caller sets.

export const HEADER_BYTES_MAX = 16 * 1024
// `host` would also change the name that TLS checks; the other two would undo the decisions of the client.
const RESERVED_HEADERS = new Set(['host', 'accept-encoding', 'connection'])

export function refuseReserved(headers: Readonly<Record<string, string>> = {}): void {
  for (const name of Object.keys(headers)) {
    if (RESERVED_HEADERS.has(name.toLowerCase())) throw new TypeError(`the header ${name} is not the caller's to set`)
  }
}

export function outboundFailure(error: unknown, host: string, max_bytes: number): unknown {
  if (error instanceof OutboundError || error instanceof errors.InvalidArgumentError || !(error instanceof Error)) {
    return error
  }
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return new OutboundError('too_large', `${host} answered with more than ${max_bytes} bytes`, { cause: error })
  }
  if (error instanceof errors.HeadersOverflowError) {
    return new OutboundError('too_large', `${host} answered with more than ${HEADER_BYTES_MAX} bytes of headers`, {
      cause: error,
    })
  }
  return new OutboundError('protocol', `${host} did not complete its answer: ${foreignText(error.message)}`, {
    cause: error,
  })
}

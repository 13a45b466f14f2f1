// Names every way in which a call to the outside can fail, so that a caller can tell a person what was seen
// (contract.md section 2 `domain_proof_failed`, section 5 "error kind"). The message is written for that person and
// never carries the path or query of the URL, which may hold a secret.

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

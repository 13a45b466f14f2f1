/** What the transport needs to know of an operation; the list of them is generated from the contract. */
export type CredentialKind =
  | 'merchant_session'
  | 'merchant_key'
  | 'agent_token'
  | 'connection_token'
  | 'claim_token'
  | 'device_token'
  | 'api_key'
  | 'metrics_token'

export type ClientName = 'agent' | 'merchant' | 'wallet' | 'project'

export interface OperationFacts {
  readonly id: string
  readonly resource: string
  readonly action: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  /** Parameters of the path, in order: the first arguments of the method. */
  readonly ids: readonly string[]
  readonly query: readonly string[]
  readonly takes_input: boolean
  /** One of these is presented; empty where none is needed. */
  readonly credentials: readonly CredentialKind[]
  readonly clients: readonly ClientName[]
  readonly surface: 'payment_requests' | 'agent_payments'
  /** The field of the answer that holds a page's records. */
  readonly page: string | null
  /** The answer is a text of any length, such as an export. */
  readonly text?: true
  readonly changes: boolean
  /**
   * How the very same call may be sent again after its answer was lost: `safe` since it changes nothing, `key` with its
   * idempotency key, `natural` since another one changes nothing more, `none` not without looking first.
   */
  readonly idempotency: 'safe' | 'key' | 'natural' | 'none'
}

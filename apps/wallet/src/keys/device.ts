/** What this wallet is to the service. Sealed at rest, in memory while the wallet is open. */
export interface Device {
  readonly device_id: string
  readonly token: string
  /** Thumbprints of the keys whose signed facts this wallet believes. They move only by endorsement. */
  readonly pinned_keys: readonly string[]
  /** Of the public log of payees, as the service had it when this wallet was made. Undefined where it had none. */
  readonly log_policy?: string
  /** Of this wallet on EVM chains; undefined until it was needed. Sealed here, so that nobody can put another one on the receive page. */
  readonly evm_address?: string
  /** By connection: the agents' keys that this device knows, raw in base64url. Approvals are sealed to no other key unasked. */
  readonly agent_keys?: Readonly<Record<string, readonly string[]>>
}

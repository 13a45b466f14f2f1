import type { importDeviceKey } from '@pursestrings/sdk'

/** What a profile holds: one service, and the credentials for it. Every field but the address is there once it is known. */
export interface Profile {
  readonly base_url: string
  /** What the service calls itself, where that is another address. */
  readonly audience?: string
  /** Thumbprints (RFC 7638) of the keys of the service that signatures are checked with. */
  readonly pinned_keys?: readonly string[]
  /** Where the service's operator serves a wallet. Kept like the keys: links to requests begin with it. */
  readonly wallet_url?: string
  readonly session?: Session
  readonly agent?: AgentKey
  readonly connection?: KeptConnection
  readonly payee?: KeptPayee
  readonly wallet?: KeptWallet
  /** Signs what `listen` forwards. */
  readonly listen_secret?: string
}

export interface Session {
  readonly email: string
  readonly merchant_id: string
  /** Absent after `logout`. */
  readonly session_token?: string
}

export interface AgentKey {
  readonly agent_id?: string
  readonly kid: string
  /** PEM, PKCS #8; only its path is kept here. */
  readonly key_file: string
}

export interface KeptConnection {
  readonly connection_id: string
  readonly connection_token: string
  /** Of the last event that `events follow` printed. */
  readonly cursor?: number
}

export interface KeptPayee {
  readonly recipient_id: string
  readonly recipient_version_id: string
  /** For whoever reads the profile; the service decides. */
  readonly name?: string
  readonly network?: string
  readonly asset?: string
}

export interface KeptWallet {
  readonly device_id: string
  readonly token: string
  /** Signs its decisions. The test wallet has nothing to lose, so its secret lies here beside the token. */
  readonly key?: KeptDeviceKey
  /** Of its account on the test network: 32 secret bytes in base64url, made at its first payment. */
  readonly seed?: string
}

export type KeptDeviceKey = Parameters<typeof importDeviceKey>[0]

export const BASE_URL = 'http://127.0.0.1:8787'

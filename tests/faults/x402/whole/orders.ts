/** What the run tells its programs, which are processes of their own, and what they answer. */
import type { AgreedPolicy } from '@pursestrings/signing/agreed-policy'
import type { Entry } from '@pursestrings/signing/journal'

interface Common {
  readonly base_url: string
  readonly audience: string
  readonly pinned_keys: readonly string[]
  readonly connection_id: string
}

export interface AgentOrders extends Common {
  readonly connection_token: string
  readonly private_key: string
  /** Pays within a policy, as this project. */
  readonly api_key?: string
  /** Where the official packages are. */
  readonly example: string
  /** Every host that it calls is reached here. */
  readonly front_url: string
  readonly timeout_ms: number
  /** A planted change: every call is a task of its own. */
  readonly forgets_tasks?: boolean
}

export interface WalletOrders extends Common {
  readonly device_id: string
  readonly token: string
  readonly rpc_url: string
  /** Where its journal is. */
  readonly folder: string
  /** In hexadecimal. */
  readonly key: string
  readonly agent_key: string
  readonly agreed?: AgreedPolicy
}

export interface CallOrder {
  readonly id: number
  readonly url: string
}

export interface Called {
  readonly id: number
  readonly outcome: string
}

export type WalletOrder = { readonly id: number } & (
  | {
      readonly does: 'approve' | 'reject'
      readonly request_id: string
      readonly facts_digest: string
      readonly kind: Entry['kind']
      /** Nobody is asked: its own limits decide. */
      readonly by_policy: boolean
    }
  | { readonly does: 'resume' }
)

export interface WalletDid {
  readonly id: number
  readonly result: string
}

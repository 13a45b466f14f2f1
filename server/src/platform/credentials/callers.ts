/** Who is calling, by the kind of credential that opened the route. `rate_key` is what limits are counted by. */
import type { PausedBy } from '@pursestrings/contract/connections/records'
import type { CredentialKind, Operation } from '@pursestrings/contract/operation'
import type { MerchantScope, Scope } from '@pursestrings/contract/scopes'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { Slot } from '@pursestrings/protocol/secrets'
import type { WalletIdentity } from '../postgres/transaction.ts'
import type { Refusal } from '../refusal.ts'
import type { Known } from './credentials.ts'
import type { MerchantSession } from './merchant-session.ts'

interface Caller<Kind extends CredentialKind> {
  readonly kind: Kind
  readonly rate_key: string
}

export interface MerchantCaller extends Caller<'merchant_session'>, MerchantSession {
  /** A fresh CSRF proof; null for a bearer session, which needs none. */
  csrfProof(): string | null
}
export interface MerchantKeyCaller extends Caller<'merchant_key'> {
  readonly merchant_id: Uuid
  readonly merchant_key_id: Uuid
  readonly scopes: readonly MerchantScope[]
}
export interface AgentCaller extends Caller<'agent_token'> {
  readonly merchant_id: Uuid
  readonly agent_id: Uuid
  readonly credential_id: Uuid
  readonly allowed_scopes: readonly Scope[]
}
export interface ConnectionCaller extends Caller<'connection_token'> {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly agent_id: Uuid
  readonly device_id: Uuid
  readonly scopes: readonly Scope[]
  readonly status: 'active' | 'paused'
  readonly paused_by: PausedBy | null
  /** Whether one of the agent's keys works now. */
  readonly agent_has_key: boolean
}
export interface ClaimCaller extends Caller<'claim_token'> {
  readonly merchant_id: Uuid
  readonly connect_invitation_id: Uuid
}
export interface DeviceCaller extends Caller<'device_token'>, WalletIdentity {
  /** Of the token that was shown, so that a rotation replaces that very one. */
  readonly token_hash: Buffer
  /** The token that follows the one that was shown. */
  tokenAfter(nonce: Buffer): string
}
export interface ApiKeyCaller extends Caller<'api_key'> {
  readonly merchant_id: Uuid
  readonly project_id: Uuid
  readonly api_key_id: Uuid
}
export type DeferredKind = NonNullable<Operation['deferred']>[number]
/** A token that was good a moment ago; whether it still is, the handler's own statement will tell. */
export interface DeferredCaller<Kind extends DeferredKind = DeferredKind> extends Caller<Kind> {
  readonly token_hash: Buffer
  /** The connection or the device whose token it is. It was when the token was last seen, and tokens never change hands. */
  readonly owner_id: Uuid
  /** As the token says it; the statement learns whose it is only later. */
  readonly slot: Slot
  /** Whose share of places this call takes. It says nothing about rights: the statement decides those. */
  readonly share_key: Known['share_key']
  /** Before a refusal is answered: throws what is to be answered instead if the token is no longer good. */
  confirm(refusal: Refusal): Promise<void>
}
export interface Nobody extends Caller<'none'> {}
export interface Scraper extends Caller<'metrics_token'> {}

export interface Callers {
  none: Nobody
  merchant_session: MerchantCaller
  merchant_key: MerchantKeyCaller
  agent_token: AgentCaller
  connection_token: ConnectionCaller
  claim_token: ClaimCaller
  device_token: DeviceCaller
  api_key: ApiKeyCaller
  metrics_token: Scraper
}

type KindsOf<O extends Operation> = O['credential'] extends readonly (infer K extends CredentialKind)[]
  ? K
  : Extract<O['credential'], CredentialKind>
export type CallerOf<O extends Operation> = O extends { deferred: readonly (infer Kind extends DeferredKind)[] }
  ? DeferredCaller<Kind> | Callers[Exclude<KindsOf<O>, Kind>]
  : Callers[KindsOf<O>]

// Who did it, as the audit log names them: a person, or a key of the merchant's servers.

export const actorOf = (caller: MerchantCaller | MerchantKeyCaller): string =>
  caller.kind === 'merchant_key' ? idOf('mky', caller.merchant_key_id) : idOf('acc', caller.account_id)

/**
 * From what a call presents to who is calling: one guard per kind of credential. A guard answers "who", never "may this
 * happen".
 */
import { timingSafeEqual } from 'node:crypto'
import { uuidOf } from '@countersign/contract/ids'
import type { CredentialKind } from '@countersign/contract/operation'
import { isSecret, type SecretKind } from '@countersign/contract/secrets'
import {
  agentNotActive,
  connectionRevoked,
  credentialInvalid,
  credentialMissing,
  csrfProofInvalid,
} from '@countersign/contract/transport-errors'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { findAgentToken } from './agent-token.ts'
import { findApiKey } from './api-key.ts'
import type { Callers, DeferredCaller } from './callers.ts'
import { findClaimToken } from './claim-token.ts'
import { findConnectionToken } from './connection-token.ts'
import { isCsrfProof, newCsrfProof } from './csrf.ts'
import { findDeviceToken } from './device-token.ts'
import { hashOf } from './hash.ts'
import { findSession } from './merchant-session.ts'
import { type Carriers, type Presented, presentedCredential } from './presented.ts'

export interface Knock extends Carriers {
  readonly changes_state: boolean
  /** For those who need no credential. */
  readonly address: string
}

/** Who is calling with one of the kinds that the operation takes. */
export type Guard = (
  kinds: readonly CredentialKind[],
  knock: Knock,
  deferred?: boolean,
) => Promise<Callers[CredentialKind] | DeferredCaller>

interface Keys {
  readonly transactions: Transactions
  readonly metrics_token: string | undefined
}

const KIND_OF_SECRET: Partial<Record<SecretKind, CredentialKind>> = {
  session: 'merchant_session',
  agent: 'agent_token',
  conn: 'connection_token',
  claim: 'claim_token',
  device: 'device_token',
  key: 'api_key',
}

export const guardOf = ({ transactions, metrics_token }: Keys): Guard => {
  const open: { [K in CredentialKind]: (given: Presented, knock: Knock) => Promise<Callers[K] | undefined> } = {
    none: () => Promise.resolve(undefined),

    metrics_token: async ({ secret }) =>
      metrics_token !== undefined && timingSafeEqual(hashOf(secret), hashOf(metrics_token))
        ? { kind: 'metrics_token', rate_key: '' }
        : undefined,

    async merchant_session({ carrier, secret }, knock) {
      const session = await transactions.asSystem((tx) => findSession(tx, secret))
      if (!session || session.transport !== carrier) return undefined
      const needs_proof = carrier === 'cookie' && knock.changes_state
      if (needs_proof && !isCsrfProof(knock.headers['x-csrf-token'], secret)) throw new Refusal(csrfProofInvalid)
      const csrfProof = () => (carrier === 'cookie' ? newCsrfProof(secret) : null)
      return { kind: 'merchant_session', rate_key: session.session_id, ...session, csrfProof }
    },

    agent_token: ({ secret }) => transactions.asSystem((tx) => findAgentToken(tx, secret)),
    claim_token: ({ secret }) => transactions.asSystem((tx) => findClaimToken(tx, secret)),
    api_key: ({ secret }) => transactions.asSystem((tx) => findApiKey(tx, secret)),

    async connection_token({ secret }) {
      const found = await transactions.asSystem((tx) => findConnectionToken(tx, secret))
      if (!found) return undefined
      const { status, agent_active, ...connection } = found
      if (status === 'revoked') throw new Refusal(connectionRevoked)
      if (!agent_active) throw new Refusal(agentNotActive)
      return { kind: 'connection_token', rate_key: connection.connection_id, ...connection, status }
    },

    async device_token({ secret, device_id: named }) {
      const device_id = await transactions.asSystem((tx) => findDeviceToken(tx, secret))
      if (!device_id || (named !== undefined && uuidOf('dev', named) !== device_id)) return undefined
      return { kind: 'device_token', rate_key: device_id, device_id, token_hash: hashOf(secret) }
    },
  }

  return async (kinds, knock, deferred) => {
    if (kinds.includes('none')) return { kind: 'none', rate_key: knock.address }
    const presented = presentedCredential(knock)
    if (kinds.includes('metrics_token')) {
      if (metrics_token === undefined) return { kind: 'metrics_token', rate_key: '' }
      if (!presented) throw new Refusal(credentialMissing)
      const scraper = await open.metrics_token(presented, knock)
      if (!scraper) throw new Refusal(credentialInvalid)
      return scraper
    }
    if (!presented) throw new Refusal(credentialMissing)
    const kind = kindOf(presented)
    if (deferred && kind === 'connection_token') return deferredCaller(presented)
    const caller = kind && kinds.includes(kind) ? await open[kind](presented, knock) : undefined
    if (!caller) throw new Refusal(credentialInvalid)
    return caller
  }
}

/** For an operation whose own statement authenticates: only what can be told without a query has been told. */
const deferredCaller = ({ secret }: Presented): DeferredCaller => {
  const token_hash = hashOf(secret)
  return { kind: 'connection_token', rate_key: token_hash.toString('latin1'), token_hash }
}

/** Told by the secret's own prefix and checksum, before any query; a cookie holds a session, a key has its own header. */
const kindOf = ({ carrier, secret }: Presented): CredentialKind | undefined => {
  const entries = Object.entries(KIND_OF_SECRET) as [SecretKind, CredentialKind][]
  const kind = entries.find(([prefix]) => isSecret(prefix, secret))?.[1]
  if (carrier === 'cookie' && kind !== 'merchant_session') return undefined
  if (carrier === 'device_fields' && kind !== 'device_token') return undefined
  return (carrier === 'api_key') === (kind === 'api_key') ? kind : undefined
}

/**
 * From what a call presents to who is calling: one guard per kind of credential. A guard answers "who", never "may this
 * happen".
 */
import { timingSafeEqual } from 'node:crypto'
import type { CredentialKind } from '@pursestrings/contract/operation'
import {
  agentNotActive,
  connectionRevoked,
  credentialInvalid,
  credentialKindNotAccepted,
  credentialMissing,
  csrfProofInvalid,
  serviceUnavailable,
} from '@pursestrings/contract/transport-errors'
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { isSecret, type SecretKind, slotOfSecret } from '@pursestrings/protocol/secrets'
import { createBatcher } from '../postgres/batch.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { findAgentToken, findClaimToken } from './agent-token.ts'
import type { Callers, DeferredCaller, DeferredKind } from './callers.ts'
import { findConnectionTokens } from './connection-token.ts'
import {
  type Carriers,
  hashOf,
  isCsrfProof,
  type Known,
  newCsrfProof,
  type Presented,
  type Proven,
  presentedCredential,
  showsCredential,
} from './credentials.ts'
import { findDeviceToken, nextTokenAfter } from './device-token.ts'
import { findApiKey, findMerchantKey } from './merchant-key.ts'
import { findSession } from './merchant-session.ts'

/** A credential as it came, before anything is asked of the database: its hash, and whether it is known here. */
export interface Introduced {
  readonly presented: Presented
  readonly token_hash: Buffer
  /** The hash as text. */
  readonly key: string
  /** Told by the secret's own form; undefined where it has none. */
  readonly kind: CredentialKind | undefined
  /** As it is now: a stranger, for whom this is undefined, may have proved good meanwhile. */
  readonly known: Known | undefined
}

export interface CallCredentials extends Carriers {
  readonly changes_state: boolean
  /** A stream or a wait that was admitted before: no new sign of life. */
  readonly goes_on?: true
  /** For those who need no credential. */
  readonly address: string
  readonly introduced: Introduced | undefined
}

export type Admitted = Callers[CredentialKind] | DeferredCaller

export interface Guard {
  /** Who is calling with one of the kinds that the operation takes. */
  admit(kinds: readonly CredentialKind[], call: CallCredentials, deferred?: readonly DeferredKind[]): Promise<Admitted>
  /** Looks at what was presented, without a query; undefined for none, and for two at once. */
  introduce(carriers: Carriers): Introduced | undefined
  /** Whether headers or cookies hold any credential, whatever it is worth. */
  isShown(carriers: Pick<Carriers, 'headers' | 'cookies'>): boolean
}

interface Keys {
  readonly transactions: Transactions
  readonly metrics_token: string | undefined
  readonly proven: Proven
}

/** What a statement says of a token that is not, or no longer, good. */
const TURNED_BAD: ReadonlySet<string> = new Set([credentialInvalid.code, connectionRevoked.code, agentNotActive.code])
const isTurnedBad = (error: unknown): boolean => error instanceof Refusal && TURNED_BAD.has(error.entry.code)

const KIND_OF_SECRET: Partial<Record<SecretKind, CredentialKind>> = {
  session: 'merchant_session',
  agent: 'agent_token',
  conn: 'connection_token',
  claim: 'claim_token',
  device: 'device_token',
  key: 'api_key',
  mkey: 'merchant_key',
}

export const guardOf = ({ transactions, metrics_token, proven }: Keys): Guard => {
  // Look-ups share a statement, strangers with strangers only and one at a time: however many call, they hold one connection.
  let looks = 0
  const lane = (in_flight_max: number) =>
    createBatcher(
      (hashes: readonly Buffer[]) => findConnectionTokens(transactions, hashes),
      () => String(looks++),
      { in_flight_max },
    )
  const findKnown = lane(2)
  const findStranger = lane(1)
  const open: { [K in CredentialKind]: (input: Presented, call: CallCredentials) => Promise<Callers[K] | undefined> } =
    {
      none: () => Promise.resolve(undefined),

      metrics_token: async ({ carrier, secret }) =>
        carrier === 'bearer' && metrics_token !== undefined && timingSafeEqual(hashOf(secret), hashOf(metrics_token))
          ? { kind: 'metrics_token', rate_key: '' }
          : undefined,

      async merchant_session({ carrier, secret }, call) {
        const session = await transactions.asSystem((tx) => findSession(tx, secret, call.goes_on))
        if (!session || session.transport !== carrier) return undefined
        const needs_proof = carrier === 'cookie' && call.changes_state
        if (needs_proof && !isCsrfProof(call.headers['x-csrf-token'], secret)) throw new Refusal(csrfProofInvalid)
        const csrfProof = () => (carrier === 'cookie' ? newCsrfProof(secret) : null)
        return { kind: 'merchant_session', rate_key: session.session_id, ...session, csrfProof }
      },

      merchant_key: ({ secret }) => transactions.asSystem((tx) => findMerchantKey(tx, secret)),
      agent_token: ({ secret }) => transactions.asSystem((tx) => findAgentToken(tx, secret)),
      claim_token: ({ secret }) => transactions.asSystem((tx) => findClaimToken(tx, secret)),
      api_key: ({ secret }) => findApiKey(transactions, secret),

      async connection_token({ secret }, { introduced: input }) {
        const find = input?.known === undefined ? findStranger : findKnown
        const found = await find(hashOf(secret))
        if (!found) return undefined
        const { status, agent_active, ...connection } = found
        if (status === 'revoked') throw new Refusal(connectionRevoked)
        if (!agent_active) throw new Refusal(agentNotActive)
        return { kind: 'connection_token', rate_key: connection.connection_id, ...connection, status }
      },

      async device_token({ secret, device_id: named }) {
        const found = await findDeviceToken(transactions, secret)
        if (!found || (named !== undefined && uuidOf('dev', named) !== found.device_id)) return undefined
        const tokenAfter = (nonce: Buffer) => nextTokenAfter(secret, found.device_id, nonce)
        return { kind: 'device_token', rate_key: found.device_id, ...found, token_hash: hashOf(secret), tokenAfter }
      },
    }

  const introduced = (presented: Presented): Introduced => {
    const token_hash = hashOf(presented.secret)
    const key = token_hash.toString('latin1')
    return {
      presented,
      token_hash,
      key,
      kind: kindOf(presented),
      get known() {
        return proven.find(key)
      },
    }
  }

  /** A credential of ours that nobody knows here. */
  const unknown = async ({ presented, kind }: Introduced): Promise<Refusal> => {
    if (kind !== undefined) await refuseMovingSlot(transactions, presented.secret)
    return new Refusal(credentialInvalid)
  }

  /** Asks the database, and remembers or forgets what it said. */
  const authenticate = async <K extends CredentialKind>(kind: K, input: Introduced, call: CallCredentials) => {
    try {
      const caller = await open[kind](input.presented, call)
      if (!caller) throw await unknown(input)
      if (input.known === undefined) proven.remember(input.key, knownAs(caller))
      return caller
    } catch (error) {
      if (error instanceof Refusal) proven.forget(input.key)
      throw error
    }
  }

  /**
   * For an operation whose own statement authenticates. A stranger is asked for at once, in a statement of its own; one who
   * is known goes on, and what is then refused is answered only if the token is still good.
   */
  const deferredCaller = async (
    kind: DeferredKind,
    input: Introduced,
    call: CallCredentials,
  ): Promise<DeferredCaller> => {
    const { token_hash, presented } = input
    const authenticateNow = () => authenticate(kind, input, call)
    const { known } = namesAnother(input) ? { known: undefined } : input
    const { rate_key, share_key } = known ?? knownAs(await authenticateNow())
    return {
      kind,
      rate_key,
      share_key,
      owner_id: rate_key as Uuid,
      token_hash,
      slot: slotOfSecret(presented.secret),
      async confirm(refusal) {
        // Other tokens are refused for a connection that the call names, which says nothing of them.
        if (refusal.entry === credentialInvalid || (kind === 'connection_token' && isTurnedBad(refusal))) {
          proven.forget(input.key)
          if (refusal.entry === credentialInvalid) throw await unknown(input)
        } else if (known !== undefined && !refusal.authenticated) await authenticateNow()
      },
    }
  }

  return {
    introduce(carriers) {
      try {
        const presented = presentedCredential(carriers)
        return presented && introduced(presented)
      } catch {
        return undefined // said by `admit`, where it is answered
      }
    },

    isShown: showsCredential,

    async admit(kinds, call, deferred) {
      if (kinds.includes('none')) return { kind: 'none', rate_key: call.address }
      const in_fields = call.device_fields.device_id !== undefined || call.device_fields.token !== undefined
      const presented = (in_fields ? undefined : call.introduced?.presented) ?? presentedCredential(call)
      if (kinds.includes('metrics_token')) {
        if (metrics_token === undefined) return { kind: 'metrics_token', rate_key: '' }
        if (!presented) throw new Refusal(credentialMissing)
        return authenticate('metrics_token', call.introduced ?? introduced(presented), call)
      }
      if (!presented) throw new Refusal(credentialMissing)
      const input = presented === call.introduced?.presented ? call.introduced : introduced(presented)
      const { kind } = input
      if (!kind) throw new Refusal(credentialInvalid)
      if (!kinds.includes(kind)) {
        // Whether it is good is found out first: what opens nothing anywhere is told nothing about this route.
        await authenticate(kind, input, { ...call, changes_state: false }).catch((error: unknown) => {
          // Why it is no longer good concerns only the routes that it was for.
          throw isTurnedBad(error) ? new Refusal(credentialInvalid) : error
        })
        throw new Refusal(credentialKindNotAccepted, { details: { accepted: kinds } })
      }
      const later = deferred?.find((one) => one === kind)
      return later ? deferredCaller(later, input, call) : authenticate(kind, input, call)
    },
  }
}

/** A device token beside the id of another device: what is known of the token does not speak for the pair. */
const namesAnother = ({ presented: { device_id }, known }: Introduced): boolean =>
  device_id !== undefined && uuidOf('dev', device_id) !== known?.share_key

const knownAs = (caller: Callers[CredentialKind]): Known => {
  const { rate_key } = caller
  if ('merchant_id' in caller) return { rate_key, share_key: caller.merchant_id }
  return { rate_key, share_key: 'device_id' in caller ? caller.device_id : '' }
}

/** Told by the secret's own prefix and checksum, before any query; a cookie holds a session, a key has its own header. */
const kindOf = ({ carrier, secret }: Presented): CredentialKind | undefined => {
  const entries = Object.entries(KIND_OF_SECRET) as [SecretKind, CredentialKind][]
  const kind = entries.find(([prefix]) => isSecret(prefix, secret))?.[1]
  if (carrier === 'cookie' && kind !== 'merchant_session') return undefined
  if (carrier === 'device_fields' && kind !== 'device_token') return undefined
  return (carrier === 'api_key') === (kind === 'api_key') ? kind : undefined
}

// A credential that nobody knows here may belong to a slot that is being moved, or that lives in another cell by now
// (docs/scale.md). Asked only before a credential is refused, so that it costs a good one nothing.

const text = "select from moving_slots where slot = $1 and state <> 'moving'"

/** Throws what tells a client to send the same call again, which then reaches the right cell. */
const refuseMovingSlot = async ({ readAsSystem }: Transactions, secret: string): Promise<void> => {
  const found = await readAsSystem({ name: 'find_moving_slot', text, values: [slotOfSecret(secret)] })
  if (found.length > 0) throw new Refusal(serviceUnavailable, { details: { retry_after: 1 } })
}

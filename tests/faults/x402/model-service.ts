/**
 * The service as its contract tells it, in memory: who may say what in which status, payees that their domain lists, facts
 * that are signed, and a box that takes one sealed text per request. It shares no code with what it tests.
 */
import { canonical, DECIMALS, type Json, signedFactsOf, type Version } from './model-facts.ts'

const REQUEST_LASTS_MS = 30 * 60_000
const LISTING_LASTS_MS = 24 * 3_600_000
export const KEPT_AFTER_EXPIRY_MS = 24 * 3_600_000

export type Kind = 'payment_request' | 'agent_payment'

const NEXT: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  payment_request: {
    pending: ['signed', 'rejected', 'failed'],
    signed: ['broadcasted', 'failed'],
    broadcasted: ['confirmed', 'failed'],
  },
  agent_payment: {
    intent_created: ['approved', 'rejected', 'failed'],
    approved: ['submitted', 'failed'],
    submitted: ['settled', 'failed'],
  },
}
export const FIRST = { payment_request: 'pending', agent_payment: 'intent_created' } as const
export const CLAIM = { payment_request: 'signed', agent_payment: 'approved' } as const
const NEEDS_HASH = ['broadcasted', 'confirmed', 'submitted', 'settled']

export interface Settlement {
  assurance: string
  ledger_outcome?: string
  reason?: string
  transaction_hash?: string
}

export interface Kept {
  readonly kind: Kind
  readonly request_id: string
  readonly idempotency_key: string
  readonly created_at: number
  readonly expires_at: number
  readonly facts: Json
  readonly facts_digest: string
  readonly facts_jws: string
  readonly amount: string
  readonly units: bigint
  readonly to: string
  readonly terms: Json | undefined
  readonly intent: string
  readonly version: Version
  status: string
  transaction_hash: string | undefined
  reason: string | undefined
  sealed: string | undefined
  /** The device that said so. */
  claimed_by: string | undefined
  settlement: Settlement
  readonly by_agent: boolean
}

/** What a call asks for, of either kind. */
export interface Wanted {
  readonly recipient_version_id: string
  readonly request_id?: string
  readonly payment?: { readonly amount: string }
  readonly amount?: string
  readonly initiator?: 'agent' | 'human'
  readonly expires_at?: string
  readonly terms?: Json
}

export interface Report {
  readonly status: string
  readonly transaction_hash?: string
  readonly reason?: string
}

interface Told {
  readonly cursor: number
  readonly request_id: string
  readonly type: string
}

export interface ServiceOptions {
  /** Whether the domain lists the address now. */
  readonly lists: (domain: string, address: string) => boolean
  /** In smallest units: what an agent may be paid for without asking, each time and in all. */
  readonly policy: { readonly single: bigint; readonly all: bigint }
}

export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

const unitsOf = (amount: string): bigint => {
  const [whole = '0', rest = ''] = amount.split('.')
  if (rest.length > DECIMALS) throw new Refusal(422, 'amount_invalid')
  return BigInt(`${whole}${rest.padEnd(DECIMALS, '0')}`)
}

export type ModelService = ReturnType<typeof startModelService>

export function startModelService({ lists, policy }: ServiceOptions) {
  const requests = new Map<string, Kept>()
  const versions: Version[] = []
  const events: Told[] = []
  let ids = 0
  const newId = (kind: string) => `${kind}_01k0000000e00800000000${String(++ids).padStart(4, '0')}`
  const tell = ({ request_id }: Kept, type: string) => events.push({ cursor: events.length + 1, request_id, type })

  const look = (version: Version): void => {
    version.gone = !lists(version.domain, version.address)
    if (!version.gone) version.seen_at = Date.now()
  }

  const current = (id: string): Kept => {
    const kept = requests.get(id)
    if (kept === undefined) throw new Refusal(404, 'resource_not_found')
    if (kept.status === FIRST[kept.kind] && Date.now() >= kept.expires_at) {
      kept.status = 'expired'
      tell(kept, 'expired')
    }
    return kept
  }

  const create = (kind: Kind, input: Wanted, key: string): { kept: Kept; replayed: boolean } => {
    const intent = canonical({ ...input, idempotency_key: undefined, display: undefined, metadata: undefined })
    const same = [...requests.values()].find((one) => one.kind === kind && one.idempotency_key === key)
    if (same !== undefined) {
      if (same.intent !== intent) throw new Refusal(422, 'idempotency_key_reused')
      return { kept: current(same.request_id), replayed: true }
    }
    const version = versions.find((one) => one.recipient_version_id === input.recipient_version_id)
    if (version === undefined) throw new Refusal(404, 'payee_not_resolved')
    if (version.gone || Date.now() - version.seen_at > LISTING_LASTS_MS) throw new Refusal(409, 'payee_listing_stale')
    const amount = input.payment?.amount ?? input.amount ?? ''
    const units = unitsOf(amount)
    const request_id = input.request_id ?? newId(kind === 'payment_request' ? 'pr' : 'apy')
    if (requests.has(request_id)) throw new Refusal(409, 'request_id_taken')
    const by_agent = input.initiator === 'agent'
    if (by_agent && (units > policy.single || used() + units > policy.all))
      throw new Refusal(403, 'HC_NC_5_HITL_REQUIRED')
    const expires_at = input.expires_at === undefined ? Date.now() + REQUEST_LASTS_MS : Date.parse(input.expires_at)
    const { terms } = input
    const kept: Kept = {
      kind,
      request_id,
      idempotency_key: key,
      created_at: Date.now(),
      expires_at,
      ...signedFactsOf({ request_id, version, amount, expires_at, terms }),
      amount,
      units,
      to: version.address,
      terms,
      intent,
      version,
      status: FIRST[kind],
      transaction_hash: undefined,
      reason: undefined,
      sealed: undefined,
      claimed_by: undefined,
      settlement: { assurance: 'none' },
      by_agent,
    }
    requests.set(request_id, kept)
    tell(kept, kept.status)
    return { kept, replayed: false }
  }

  /** Of a policy: what was claimed, and what may be. */
  const used = (): bigint =>
    [...requests.values()]
      .filter(
        ({ by_agent, claimed_by, kind, status }) => by_agent && (claimed_by !== undefined || status === FIRST[kind]),
      )
      .reduce((sum, { units }) => sum + units, 0n)

  const report = (kept: Kept, { status, transaction_hash: named, reason }: Report, device: string) => {
    const { kind } = kept
    if (NEEDS_HASH.includes(status) && named === undefined) throw new Refusal(422, 'transaction_hash_required')
    if (named !== undefined && (kept.transaction_hash ?? named) !== named)
      throw new Refusal(409, 'transaction_hash_fixed')
    // The same word of another device is no repeat: only one of them may hand something over.
    if (status === CLAIM[kind] && (kept.claimed_by ?? device) !== device) throw new Refusal(409, 'invalid_transition')
    if (kept.status === status) return { late: false, repeated: true }
    if (!NEXT[kind][kept.status]?.includes(status)) {
      if (['expired', 'failed', 'canceled', 'rejected'].includes(kept.status) && named !== undefined)
        return { late: true, repeated: false }
      throw new Refusal(409, 'invalid_transition')
    }
    if (status === CLAIM[kind] && kept.version.gone) throw new Refusal(409, 'recipient_suspended')
    kept.status = status
    if (status === CLAIM[kind]) kept.claimed_by = device
    kept.transaction_hash ??= named
    if (reason !== undefined) kept.reason = reason
    if (named !== undefined && kept.settlement.assurance === 'none') kept.settlement.assurance = 'wallet_reported'
    tell(kept, status)
    return { late: false, repeated: false }
  }

  /** What nobody has claimed yet. */
  const cancel = (kept: Kept): void => {
    if (kept.status !== FIRST[kept.kind]) throw new Refusal(409, 'invalid_transition')
    kept.status = kept.kind === 'payment_request' ? 'failed' : 'canceled'
    kept.reason = 'canceled_by_agent'
    tell(kept, kept.status)
  }

  /** Once, by the device that claimed it. */
  const putSealed = (kept: Kept, sealed: string, device: string): void => {
    if (kept.sealed === sealed) return
    if (kept.status !== CLAIM[kept.kind] || kept.claimed_by !== device)
      throw new Refusal(409, 'authorization_too_early')
    if (kept.sealed !== undefined) throw new Refusal(409, 'authorization_fixed')
    kept.sealed = sealed
  }

  const resolve = (domain: string, address: string): Version => {
    const known = versions.find((one) => one.domain === domain && one.address === address)
    if (known !== undefined) look(known)
    if (!lists(domain, address)) throw new Refusal(422, 'payee_not_listed')
    if (known !== undefined) return known
    const ids_of = { recipient_id: newId('rcp'), recipient_version_id: newId('rcv') }
    const found = { ...ids_of, domain, address, seen_at: Date.now(), gone: false }
    versions.push(found)
    return found
  }

  return {
    requests,
    events: events as readonly Told[],
    current,
    create,
    report,
    cancel,
    putSealed,
    resolve,
    /** As its daily look at every domain does. */
    lookAgain: (): void => versions.forEach(look),
  }
}

/** What the ledger says of payments, as another module finds it out; where nobody looks, there is nothing. */
import type { Assurance } from '@pursestrings/contract/settlement/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import type { CheckedProof } from './check-payer-proof.ts'

// What the user's decision about a payment rests on, of both kinds.

interface Decided {
  readonly status: string
  readonly transaction_hash: string | null
  /** Null where nobody decided, or it was not kept yet how. */
  readonly device_signed: boolean | null
}

/** Ends that may have come without anybody deciding. */
const UNDECIDED: ReadonlySet<string> = new Set(['pending', 'intent_created', 'expired', 'canceled', 'failed'])

/** What was decided before it was kept how: by the token, where it was decided at all. */
const decisionOf = ({ device_signed, status, transaction_hash }: Decided) => {
  if (device_signed !== null) return device_signed ? ('device_signed' as const) : ('device_token' as const)
  return UNDECIDED.has(status) && transaction_hash === null ? ('none' as const) : ('device_token' as const)
}

export interface LedgerSettlement {
  readonly assurance: Exclude<Assurance, 'none' | 'wallet_reported'> | null
  readonly notes: readonly ('unreported_payment' | 'expiry_not_enforced')[]
  readonly accepted_by: Uuid | null
  /** What the wire shows besides. */
  readonly shown: object
}

/** Whose a payment on the ledger is: what payers prove of it, and what merchants decide. */
export interface Bindings {
  /** Of a payment whose wallet was authenticated. */
  readonly keepProof: (of: { merchant_id: Uuid; payment_id: Uuid }, proof: CheckedProof) => Promise<void>
  readonly acceptMatch: (tx: TenantTx, of: Acceptance) => Promise<void>
}

interface Acceptance {
  readonly payment_id: Uuid
  readonly connection_id: Uuid
  /** As the wire shows the payment. */
  readonly target: string
  readonly transaction_hash: string
  readonly account_id: Uuid
}

interface Told extends Decided {
  readonly repeated: boolean
  readonly ledger: LedgerSettlement | null
}

export const assuranceOf = ({ transaction_hash, ledger }: Pick<Told, 'transaction_hash' | 'ledger'>): Assurance =>
  ledger?.assurance ?? (transaction_hash === null ? 'none' : 'wallet_reported')

export const settlementOf = ({ repeated, ledger, ...payment }: Told) => ({
  assurance: assuranceOf({ ...payment, ledger }),
  decision: decisionOf(payment),
  notes: [...(repeated ? ['transaction_hash_repeated' as const] : []), ...(ledger?.notes ?? [])],
  ...(ledger !== null && ledger.accepted_by !== null && { accepted_by: idOf('acc', ledger.accepted_by) }),
  ...ledger?.shown,
})

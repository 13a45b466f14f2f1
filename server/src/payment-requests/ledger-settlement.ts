/** What the ledger says of payments, as another module finds it out; where nobody looks, there is nothing. */
import type { Assurance } from '@countersign/contract/settlement/records'
import type { Uuid } from '@countersign/contract/wire/ids'
import { type Decided, decisionOf } from './decision-of.ts'

export interface LedgerSettlement {
  readonly assurance: Exclude<Assurance, 'none' | 'wallet_reported'> | null
  readonly notes: readonly ('unreported_payment' | 'expiry_not_enforced')[]
  /** What the wire shows besides. */
  readonly shown: object
}

export type SettlementsOf = (
  payments: readonly { merchant_id: Uuid; payment_id: Uuid }[],
) => Promise<ReadonlyMap<Uuid, LedgerSettlement>>

interface Told extends Decided {
  readonly repeated: boolean
  readonly ledger?: LedgerSettlement | undefined
}

export const assuranceOf = (transaction_hash: string | null, ledger?: LedgerSettlement): Assurance =>
  ledger?.assurance ?? (transaction_hash === null ? 'none' : 'wallet_reported')

export const settlementOf = ({ repeated, ledger, ...payment }: Told) => ({
  assurance: assuranceOf(payment.transaction_hash, ledger),
  decision: decisionOf(payment),
  notes: [...(repeated ? ['transaction_hash_repeated' as const] : []), ...(ledger?.notes ?? [])],
  ...ledger?.shown,
})

/**
 * One source's view of the ledger, and how it may be wrong. Sources that share a ledger have faults of their own, so that two
 * of them can contradict each other.
 */
import { xdr } from '@stellar/stellar-sdk/base'
import { type Applied, resultOf } from './apply-transaction.ts'
import type { ClosedLedger } from './close-ledger.ts'
import type { Ledger, Placed } from './ledger.ts'

/** What happens to one call, once. `call` is a method of the RPC or the first part of a path of Horizon. */
export interface CallFault {
  kind: 'lost_before' | 'lost_after' | 'slow' | 'too_many' | 'timeout'
  call?: string
  ms?: number
}

export interface Faults {
  /** Used up in order; each waits for a call that it fits. */
  calls: CallFault[]
  /** The source has seen nothing after this ledger. */
  head?: number
  /** The source has forgotten everything before this ledger. */
  oldest?: number
  /** It lacks these ledgers, and does not say so. */
  gap?: { from: number; to: number }
  classic_events: boolean
  /** Hashes that it leaves out everywhere. */
  omitted: Set<string>
  /** By hash: the amount that its indexes show, in units. */
  altered: Map<string, bigint>
  /** By hash: the outcome that it claims. */
  forged: Map<string, 'success' | 'failure'>
}

export const noFaults = (): Faults => ({
  calls: [],
  classic_events: true,
  omitted: new Set(),
  altered: new Map(),
  forged: new Map(),
})

export type View = ReturnType<typeof viewOf>

export function viewOf(ledger: Ledger, faults: Faults) {
  const isKnown = ({ sequence }: ClosedLedger) =>
    sequence <= (faults.head ?? Infinity) && sequence >= (faults.oldest ?? 0)
  const isTold = ({ sequence }: ClosedLedger) => !faults.gap || sequence < faults.gap.from || sequence > faults.gap.to
  const isShown = ({ hash, listed_hash }: Applied) => !faults.omitted.has(hash) && !faults.omitted.has(listed_hash)
  const whole = (): [ClosedLedger, ...ClosedLedger[]] => {
    const [first = ledger.latest(), ...rest] = ledger.ledgers.filter(isKnown)
    return [first, ...rest]
  }
  const told = ({ ledger: at, transaction, order }: Placed): Placed[] =>
    isKnown(at) && isTold(at) && isShown(transaction)
      ? [{ ledger: at, transaction: forge(transaction, faults.forged.get(transaction.hash)), order }]
      : []
  const ledgers = (): ClosedLedger[] => ledger.ledgers.filter((one) => isKnown(one) && isTold(one))
  return {
    ledger,
    faults,
    oldest: (): ClosedLedger => whole()[0],
    latest: (): ClosedLedger => whole().at(-1) ?? whole()[0],
    ledgers,
    /** As this source tells of it. */
    told: (one: ClosedLedger): ClosedLedger =>
      faults.omitted.size + faults.forged.size === 0
        ? one
        : {
            ...one,
            transactions: one.transactions
              .filter(isShown)
              .map((transaction) => forge(transaction, faults.forged.get(transaction.hash))),
          },
    /** Of these ledgers, or of all. */
    transactions: (of: readonly ClosedLedger[] = ledgers()): Placed[] =>
      of.flatMap((at) => at.transactions.flatMap((transaction, i) => told({ ledger: at, transaction, order: i + 1 }))),
    paymentsOf: (account: string): Placed[] => ledger.paymentsOf(account).flatMap(told),
    find: (hash: string): Placed | undefined => {
      const found = ledger.find(hash)
      return found && told(found)[0]
    },
  }
}

/** The header still holds the true results, so a seal shows the lie. */
function forge(transaction: Applied, claim: 'success' | 'failure' | undefined): Applied {
  if (claim === undefined) return transaction
  const { OperationResult, OperationResultTr: Tr, PaymentResult, CreateAccountResult } = xdr
  const successful = claim === 'success'
  const results = transaction.inner.tx.operations.map(({ body }) =>
    OperationResult.opInner(
      body.type === 'createAccount'
        ? Tr.createAccount(CreateAccountResult[successful ? 'createAccountSuccess' : 'createAccountUnderfunded']())
        : Tr.payment(PaymentResult[successful ? 'paymentSuccess' : 'paymentUnderfunded']()),
    ),
  )
  const result = resultOf(transaction, successful, results)
  return { ...transaction, successful, result, shown: { ...transaction.shown, result: result.toXdr('base64') } }
}

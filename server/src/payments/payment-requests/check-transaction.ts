/**
 * A wallet shows the transaction that it is about to sign, without signatures: does it pay this request, all of it and
 * nothing else, and can it no longer be applied once the request is over? Nobody could broadcast what is kept of it.
 */
import { transactionMismatch } from '@pursestrings/contract/payment-requests/errors'
import { validationFailed } from '@pursestrings/contract/transport-errors'
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { type CheckedTransaction, ledgerModuleOf } from '../../platform/egress/ledger/ledgers.ts'
import { Refusal } from '../../platform/refusal.ts'

interface Said {
  readonly status: string
  readonly unsigned_transaction?: string | undefined
  readonly transaction_hash?: string | null | undefined
}

const NOT_COMPARED = {
  code: 'network',
  message: 'the request is paid on a network whose transactions the service cannot compare',
}

/** Before anything is looked up. */
export const refuseEarlyTransaction = ({ status, unsigned_transaction }: Said, claim: string): void => {
  if (unsigned_transaction === undefined || status === claim) return
  const message = `goes with \`${claim}\` alone`
  throw new Refusal(validationFailed, { issues: [{ code: 'not_now', field: 'unsigned_transaction', message }] })
}

interface Payable {
  readonly facts: PaymentFacts
  readonly facts_digest: Buffer
}

export const checkTransaction = async (
  { facts, facts_digest }: Payable,
  text: string,
  named: string | null | undefined,
): Promise<CheckedTransaction> => {
  const ledger = await ledgerModuleOf(facts.payment.network)?.checks()
  const paid = { facts, facts_digest: facts_digest.toString('hex') }
  const checked = ledger?.checkTransaction(paid, text, named ?? undefined) ?? { differs: [NOT_COMPARED] }
  if (!('differs' in checked)) return checked
  throw new Refusal(transactionMismatch, {
    issues: checked.differs.map((issue) => ({ ...issue, field: 'unsigned_transaction' })),
    authenticated: true,
  })
}

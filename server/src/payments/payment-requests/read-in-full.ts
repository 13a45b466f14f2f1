/** One request with everything that is known of it, for its wallet and for its merchant. */
import { REQUEST_COUNT_MAX } from '@pursestrings/contract/connections/records'
import { requestIdAmbiguous } from '@pursestrings/contract/payment-requests/errors'
import type { SaidBy } from '@pursestrings/contract/payment-requests/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { NIL_UUID, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { withAgentKeys } from '../../connections/agents/agent-keys.ts'
import { readConnection } from '../../connections/connections/connections.reads.ts'
import { payeeStandingOf } from '../../payees/recipients/read-payees.ts'
import type { Transactions, WalletIdentity } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { countsOfConnection } from './counts.reads.ts'
import { findNamed, type StepRow, selectHistory } from './index.store.ts'
import type { PaymentRequestRow } from './payment-request-view.ts'
import { findOfMerchant } from './payment-requests.store.ts'
import type { Signer } from './sign-payment-requests.ts'

interface Deps {
  readonly transactions: Transactions
  readonly signer: Signer
}

export const inFull = async ({ transactions, signer }: Deps, row: PaymentRequestRow) => {
  const [standing, steps] = await transactions.asTenant(row.merchant_id, async (tx) => [
    await payeeStandingOf(tx, row.recipient_version_id),
    await selectHistory(tx, row),
  ])
  const shown = await signer.one(row)
  return { ...shown, payee: { ...shown.payee, ...standing }, history: steps.map(stepOf(row)) }
}

/** What other parties than the wallet say by failing a request; no report of a wallet may give these reasons. */
const FAILED_BY: Readonly<Record<string, SaidBy>> = { canceled_by_agent: 'agent', recipient_recalled: 'merchant' }

const stepOf =
  (row: PaymentRequestRow) =>
  ({ cursor, kind, occurred_at, data }: StepRow) => {
    const { status, previous_status, transaction_hash } = data
    const last = kind.endsWith(`.${row.status}`)
    const reason = data.reason ?? (last && status === 'failed' ? (row.reason ?? undefined) : undefined)
    return {
      cursor,
      type: kind,
      previous_status,
      status,
      occurred_at: occurred_at.toISOString(),
      said_by: saidBy(kind, reason),
      ...(reason !== undefined && { reason }),
      ...(transaction_hash !== undefined && { transaction_hash }),
    }
  }

const OF_THE_LEDGER = ['chain_observed', 'disputed', 'proven_unpaid', 'ledger_finding']

const saidBy = (kind: string, reason: string | undefined): SaidBy => {
  const change = kind.slice(kind.indexOf('.') + 1)
  if (change === 'pending') return 'agent'
  if (change === 'expired') return 'clock'
  if (OF_THE_LEDGER.includes(change)) return 'ledger'
  if (change === 'merchant_accepted') return 'merchant'
  return (reason !== undefined && FAILED_BY[reason]) || 'wallet'
}

interface Wanted {
  readonly request_id: string
  readonly connection_id?: string | undefined
}

export const readMerchantPaymentRequest = async (deps: Deps, merchant_id: Uuid, wanted: Wanted) => {
  const row = await findOne(deps, merchant_id, wanted)
  return { ...(await inFull(deps, row)), replay_count: row.replay_count }
}

export const findOne = async ({ transactions }: Deps, merchant_id: Uuid, { request_id, connection_id }: Wanted) => {
  const within = connection_id === undefined ? undefined : uuidOf('con', connection_id)
  const found = await transactions.asTenant(merchant_id, async (tx) => {
    const uuid = uuidOf('pr', request_id)
    if (uuid !== NIL_UUID) return findOfMerchant(tx, { id: { uuid }, connection_id: within })
    const places = within === undefined ? await findNamed(tx, request_id) : [{ connection_id: within }]
    const [first, second] = places
    if (!first) return []
    if (second) throw new Refusal(requestIdAmbiguous)
    return findOfMerchant(tx, { id: { named: request_id }, connection_id: first.connection_id })
  })
  const [one, other] = found
  if (!one) throw new Refusal(resourceNotFound)
  if (other) throw new Refusal(requestIdAmbiguous)
  return one
}

/** A connection as its wallet sees it, with how its requests ended. */
export const readConnectionWithCounts = async (
  { asWallet, asTenant }: Transactions,
  wallet: WalletIdentity,
  connection_id: Uuid,
) => {
  const { merchant_id, connection } = await asWallet(wallet, (tx) => readConnection(tx, connection_id))
  const [counts, shown] = await asTenant(merchant_id, async (tx) => [
    await countsOfConnection(tx, connection_id),
    await withAgentKeys(tx, connection),
  ])
  const { pending = 0, signed = 0, broadcasted = 0, confirmed = 0, rejected = 0, expired = 0, failed = 0 } = counts
  const under_way = Math.min(signed + broadcasted, REQUEST_COUNT_MAX)
  return { ...shown, request_counts: { pending, under_way, confirmed, rejected, expired, failed } }
}

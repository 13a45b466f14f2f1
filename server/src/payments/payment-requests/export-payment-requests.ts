/** The merchant's requests as a file: which columns it has, and what the audit log says of it. */
import type { AnswerOf, QueryOf } from '@pursestrings/contract/operation'
import type {
  listPaymentRequests as listOperation,
  exportPaymentRequests as operation,
} from '@pursestrings/contract/payment-requests/operations'
import { PaymentRequest } from '@pursestrings/contract/payment-requests/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { EXPORT_PAGE, type Sheet } from '../../platform/http/export.ts'
import { taskRefOf } from './payment-request-view.ts'
import { listMerchantPaymentRequests } from './read-payment-requests.ts'
import { isFiltered, searchMerchantRequests } from './search-requests.ts'

type Query = QueryOf<typeof operation>
type Listed = AnswerOf<typeof listOperation>
type Shown = Listed['payment_requests'][number]
type Deps = Parameters<typeof searchMerchantRequests>[0]

const BASIC: Sheet<Shown>['columns'] = {
  request_id: ({ request_id }) => request_id,
  task_ref: ({ metadata }) => taskRefOf(metadata),
  created_at: ({ created_at }) => created_at,
  expires_at: ({ expires_at }) => expires_at,
  status: ({ status }) => status,
  reason: ({ reason }) => reason,
  amount: ({ payment }) => payment.amount,
  asset: ({ payment }) => payment.asset,
  network: ({ payment }) => payment.network,
  payee: ({ payee }) => payee.name,
  domain: ({ payee }) => payee.domain,
  address: ({ payment }) => payment.to,
  memo: ({ payment }) => payment.memo,
  transaction_hash: ({ transaction_hash }) => transaction_hash,
  agent: ({ source }) => source.agent_name,
  agent_id: ({ source }) => source.agent_id,
  connection_id: ({ connection_id }) => connection_id,
  recipient_id: ({ recipient_id }) => recipient_id,
  recipient_version_id: ({ recipient_version_id }) => recipient_version_id,
  facts_digest: ({ facts_digest }) => facts_digest,
}

const SETTLEMENT: Sheet<Shown>['columns'] = {
  assurance: ({ settlement }) => settlement.assurance,
  decision: ({ settlement }) => settlement.decision,
  notes: ({ settlement }) => settlement.notes,
  ledger_outcome: ({ settlement }) => settlement.ledger_outcome,
  ledger_reason: ({ settlement }) => settlement.reason,
  ledger_transaction_hash: ({ settlement }) => settlement.transaction_hash,
  ledger: ({ settlement }) => settlement.ledger,
  closed_at: ({ settlement }) => settlement.closed_at,
  received_amount: ({ settlement }) => settlement.received_amount,
  late_reports: ({ late_reports }) => late_reports.map(({ transaction_hash }) => transaction_hash),
}

export const requestSheet = (
  deps: Deps,
  merchant_id: Uuid,
  { format: _format, settlement, ...filters }: Query,
): Sheet<Shown> => ({
  name: 'payment-requests',
  record: PaymentRequest,
  columns: settlement === 'leave_out' ? BASIC : { ...BASIC, ...SETTLEMENT },
  async read(cursor) {
    const query = { ...filters, limit: EXPORT_PAGE, ...(cursor !== undefined && { cursor }) }
    const list = isFiltered(query) ? searchMerchantRequests : listMerchantPaymentRequests
    const { payment_requests: records, next_cursor } = await list(deps, merchant_id, query)
    return { records, next_cursor }
  },
})

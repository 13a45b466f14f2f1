/** The merchant's payment requests as a file. */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { EXPORT_RULES, exportAnswer, Format } from '../wire/exports.ts'
import { filters } from './list-fields.ts'

const CSV = `request_id,created_at,status,amount,asset,payee,agent,assurance\r
order-1042,2026-11-15T09:30:00.000Z,confirmed,12.5,XLM,Harbour Books till,Checkout agent,wallet_reported\r
`

export const exportPaymentRequests = operation({
  id: 'payment_requests.export',
  method: 'GET',
  path: '/v1/merchant/exports/payment-requests',
  tier: 'merchant_tools',
  idempotency: 'safe',
  summary: "Export the merchant's payment requests",
  description: `With the filters of the list; without any, all of them. ${EXPORT_RULES}`,
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'payment_requests:read',
  limit: 'standard',
  query: Input({
    format: Type.Optional(Format),
    settlement: Type.Optional(
      Type.Enum(['include', 'leave_out'], {
        type: 'string',
        description: 'CSV only: the columns about the ledger, such as `assurance`; `include` is the default',
      }),
    ),
    ...filters,
  }),
  answer: exportAnswer(CSV, '{"request_id":"order-1042","status":"confirmed"}\n'),
  refuses: [],
  example: {},
})

/**
 * What a payment is about, in words for the person who decides (specification 4.4). Words only:
 * like `display`, a context names no payment fact, and what it says of amounts is text beside the amount that is paid.
 */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Input, operation as operationOperation } from '../operation.ts'
import { overrideForbidden } from '../payment-requests/errors.ts'
import { IdInput, NamePath, Whole } from '../wire/inputs.ts'
import { TransactionContext, TransactionId, words } from './records.ts'

/** What can be refused about transaction contexts, and what to do next. */
export const transactionIdAmbiguous = errorEntry({
  code: 'transaction_id_ambiguous',
  status: 409,
  meaning: "Two of this device's connections use that `transaction_id`.",
  recovery: 'Add `connection_id`.',
  retry: 'never',
})

const common = { limit: 'standard', cross_origin: true } as const
const one = Type.Object({ transaction_context: TransactionContext })

export const createTransactionContext = operationOperation({
  ...common,
  id: 'transaction_contexts.create',
  method: 'POST',
  path: '/v1/transaction-contexts',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Describe a purchase',
  description:
    "Put the `transaction_id` you get into the payment request. Sending the same `transaction_id` again adds a revision; earlier ones don't change. Keys can't be payment facts, not even inside a JSON string; `override_forbidden` lists those that are.",
  credential: 'connection_token',
  scope: 'transaction_contexts.create',
  body: Input({ transaction_id: Type.Optional(TransactionId), ...words }),
  answer: { status: 201, body: one },
  refuses: [overrideForbidden],
  example: {
    body: {
      title: 'Order 1042',
      summary: 'Two books, sent to the usual place',
      line_items: [{ label: 'The Sea, the Sea', quantity: 2, amount_text: '25 XLM' }],
      references: { order: '1042' },
      locale: 'en',
    },
  },
})

export const readTransactionContext = operationOperation({
  ...common,
  id: 'transaction_contexts.read',
  method: 'GET',
  path: '/v1/transaction-contexts/{transaction_id}',
  tier: 'specification',
  idempotency: 'safe',
  summary: 'Read the context of a transaction',
  description:
    'For the connected agent, and for the wallet, which shows it to the user. Returns the latest revision, or `revision`: for a payment request, its `transaction_revision`.',
  credential: ['connection_token', 'device_token'],
  scope: 'transaction_contexts.read',
  params: Input({ transaction_id: NamePath({ description: 'the id of the transaction' }) }),
  query: Input({
    connection_id: Type.Optional(IdInput('con', { description: 'needed where two connections use one id' })),
    revision: Type.Optional(Whole(1, 2 ** 31 - 1, { description: 'an earlier one; the latest if left out' })),
  }),
  answer: { status: 200, body: one },
  refuses: [transactionIdAmbiguous],
  example: { params: { transaction_id: 'txn_01k0000000e008000000000000' } },
})

export const transactionContextOperations = [createTransactionContext, readTransactionContext] as const

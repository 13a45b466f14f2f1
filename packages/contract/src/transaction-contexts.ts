/**
 * What a payment is about, in words for the person who decides (spec 4.4, contract 3 "Transaction context"). Words only:
 * like `display`, a context names no payment fact, and what it says of amounts is text beside the amount that is paid.
 */
import { Type } from 'typebox'
import { Timestamp } from './envelopes.ts'
import { errorEntry } from './errors.ts'
import { IdSchema } from './ids.ts'
import { Formed, IdInput, Name, NamePath, Whole } from './inputs.ts'
import { Input, operation, Resource } from './operation.ts'
import { overrideForbidden } from './payment-request-errors.ts'
import { Text } from './text.ts'

export const CONTEXT_BYTES_MAX = 16 * 1024
export const LINE_ITEMS_MAX = 50
export const REFERENCES_MAX = 20

export const transactionIdAmbiguous = errorEntry({
  code: 'transaction_id_ambiguous',
  status: 409,
  meaning: 'Two connections of this device use that `transaction_id`.',
  recovery: 'Add `connection_id`.',
  retry: 'never',
})

const LineItem = Input({
  label: Text(),
  quantity: Type.Optional(Whole(1, 1_000_000_000)),
  amount_text: Type.Optional(Text({ maxLength: 60, description: 'as it is to be shown; nothing is added up from it' })),
})

/** Declared as text where the name is known, and searched where it is free: the keys of `references`. */
const words = {
  title: Text(),
  summary: Type.Optional(Text({ maxLength: 1000 })),
  line_items: Type.Optional(Type.Array(LineItem, { maxItems: LINE_ITEMS_MAX })),
  references: Type.Optional(
    Type.Record(Type.String(), Text({ maxLength: 200 }), {
      propertyNames: Text({ maxLength: 60 }),
      maxProperties: REFERENCES_MAX,
      description: 'numbers and names that help to recognise the transaction, such as `{"order": "1042"}`',
    }),
  ),
  locale: Type.Optional(
    Formed('^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$', {
      rule: 'must be a language tag of BCP 47, such as `en` or `pt-BR`',
      maxLength: 35,
      description: 'BCP 47, of the words',
    }),
  ),
}

export const TransactionId = Name({ description: '1 to 160 printable characters, chosen by you or made here' })

export const TransactionContext = Resource('TransactionContext', {
  transaction_id: Type.String(),
  connection_id: IdSchema('con'),
  revision: Type.Integer({ minimum: 1, description: '1, 2, 3 … within the transaction' }),
  ...words,
  created_at: Timestamp,
})

const common = { limit: 'standard', cross_origin: true } as const
const one = Type.Object({ transaction_context: TransactionContext })

export const createTransactionContext = operation({
  ...common,
  id: 'transaction_contexts.create',
  method: 'POST',
  path: '/v1/transaction-contexts',
  summary: 'Say what a payment is about',
  description:
    'Give the `transaction_id` of the answer to the payment request. The same `transaction_id` again adds a revision; earlier ones stay as they are. No key may name a payment fact (`override_forbidden` lists every one that does), also inside a string that is JSON.',
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

export const readTransactionContext = operation({
  ...common,
  id: 'transaction_contexts.read',
  method: 'GET',
  path: '/v1/transaction-contexts/{transaction_id}',
  summary: 'Read the latest context of a transaction',
  description: 'For the agent of its connection, and for the wallet, which shows it to the person who decides.',
  credential: ['connection_token', 'device_token'],
  scope: 'transaction_contexts.read',
  params: Input({ transaction_id: NamePath() }),
  query: Input({
    connection_id: Type.Optional(IdInput('con', { description: 'needed where two connections use one id' })),
  }),
  answer: { status: 200, body: one },
  refuses: [transactionIdAmbiguous],
  example: { params: { transaction_id: 'txn_01k0000000e008000000000000' } },
})

export const transactionContextOperations = [createTransactionContext, readTransactionContext] as const

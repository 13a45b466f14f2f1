/**
 * What a payment is about, in words for the person who decides (specification 4.4). Words only:
 * like `display`, a context names no payment fact, and what it says of amounts is text beside the amount that is paid.
 */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Input, operation as operationOperation, Resource } from '../operation.ts'
import { overrideForbidden } from '../payment-requests/errors.ts'
import { Counted, CreatedAt, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Formed, IdInput, Name, NamePath, Whole } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'

// What the API shows of transaction contexts.

export const CONTEXT_BYTES_MAX = 16 * 1024
export const LINE_ITEMS_MAX = 50
export const REFERENCES_MAX = 20

const LineItem = Input({
  label: Text({ description: 'what it is', examples: ['The Sea, the Sea'] }),
  quantity: Type.Optional(Whole(1, 1_000_000_000, { description: 'how many', examples: [2] })),
  amount_text: Type.Optional(
    Text({ maxLength: 60, description: 'shown as it is; nothing is calculated from it', examples: ['25 XLM'] }),
  ),
})

/** Declared as text where the name is known, and searched where it is free: the keys of `references`. */
export const words = {
  title: Text({ description: 'what the payment is for, in a few words', examples: ['Order 1042'] }),
  summary: Type.Optional(
    Text({ maxLength: 1000, description: 'more about it', examples: ['Two books, sent to the usual place'] }),
  ),
  line_items: Type.Optional(Type.Array(LineItem, { maxItems: LINE_ITEMS_MAX, description: 'what it consists of' })),
  references: Type.Optional(
    Type.Record(Type.String(), Text({ maxLength: 200 }), {
      propertyNames: Text({ maxLength: 60 }),
      maxProperties: REFERENCES_MAX,
      description: 'numbers and names that help to recognise the transaction, such as `{"order": "1042"}`',
      examples: [{ order: '1042' }],
    }),
  ),
  locale: Type.Optional(
    Formed('^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$', {
      rule: 'must be a language tag of BCP 47, such as `en` or `pt-BR`',
      maxLength: 35,
      description: 'BCP 47, of the words',
      examples: ['en'],
    }),
  ),
}

export const TransactionId = Name({ description: '1 to 160 printable characters, chosen by you or made here' })

export const TransactionContext = Resource(
  'TransactionContext',
  'what a payment is about, in words for the person who decides',
  {
    transaction_id: Shown('names the transaction within its connection', 'txn_01k0000000e008000000000000'),
    connection_id: IdSchema('con'),
    revision: Counted('1, 2, 3 … within the transaction', 1, { minimum: 1 }),
    ...words,
    created_at: CreatedAt,
  },
)

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

/** What the API shows of transaction contexts. */
import { Type } from 'typebox'
import { Input, Resource } from '../operation.ts'

import { Counted, CreatedAt, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Formed, Name, Whole } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'

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

/** What the API shows of transaction contexts. */
import { Type } from 'typebox'
import { Input, Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { Formed, Name, Whole } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'

export const CONTEXT_BYTES_MAX = 16 * 1024
export const LINE_ITEMS_MAX = 50
export const REFERENCES_MAX = 20

const LineItem = Input({
  label: Text(),
  quantity: Type.Optional(Whole(1, 1_000_000_000)),
  amount_text: Type.Optional(Text({ maxLength: 60, description: 'as it is to be shown; nothing is added up from it' })),
})

/** Declared as text where the name is known, and searched where it is free: the keys of `references`. */
export const words = {
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

/** What a search finds. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { RARE, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { payable } from '../wire/payable.ts'

export const SEARCH_TYPES = ['payment_request', 'recipient', 'agent', 'merchant_domain'] as const
/** Of each type. */
export const SEARCH_HITS_MAX = 5
/** Names are looked for among so many of a type, the newest. */
export const SEARCH_LOOKS_MAX = 1_000

export const SearchHit = Resource('SearchHit', 'a record that the search found', {
  type: Type.Enum([...SEARCH_TYPES], { type: 'string', description: 'what kind of record it is' }),
  id: Shown('its id; of a payment request, its `request_id`', 'order-1042'),
  name: Shown(
    'what people call it; of a payment request, its title, or else its `request_id`',
    'Order 1042: two books',
  ),
  status: Shown('its status now', 'pending'),
  domain: Type.Optional(Shown('of a payee: the domain that lists it', 'shop.example', RARE)),
  connection_id: Type.Optional({ ...IdSchema('con'), description: 'of a payment request: its connection', ...RARE }),
  task_ref: Type.Optional(Shown("of a payment request: the agent's task, if it named one", 'order-1042', RARE)),
  payment: Type.Optional(
    Type.Object(
      {
        amount: Shown('exact decimal amount', '12.5'),
        asset: payable.asset,
        payee: Shown('who is paid', 'Harbour Books till'),
      },
      { description: 'of a payment request: what was asked for', ...RARE },
    ),
  ),
})

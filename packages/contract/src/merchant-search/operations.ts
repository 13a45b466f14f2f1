/** One search over what an organization has. */
import { Type } from 'typebox'
import { Input, operation, Resource } from '../operation.ts'
import { RARE, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Key } from '../wire/inputs.ts'
import { payable } from '../wire/payable.ts'

// What a search finds.

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

export const findInOrganization = operation({
  id: 'merchant_search.find',
  method: 'GET',
  path: '/v1/merchant/search',
  tier: 'merchant_tools',
  idempotency: 'safe',
  summary: 'Search your organization',
  description: `Finds payment requests by words of their title, ID, task or amount, each from its beginning, by how their ID begins, or by a transaction hash; payees by name, ID, version ID or whole address; agents and domains by name or ID. At most ${SEARCH_HITS_MAX} of each type. Names are looked for among the newest ${SEARCH_LOOKS_MAX} of a type. Requests can be a few seconds behind. With a merchant key, payees need the scope \`recipients:read\`, and agents and domains are left out.`,
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'payment_requests:read',
  limit: 'standard',
  query: Input({ q: Key({ maxLength: 200, description: 'what to look for', examples: ['order-10'] }) }),
  answer: {
    status: 200,
    body: Type.Object({ hits: Type.Array(SearchHit, { description: 'by type, the best first' }) }),
  },
  refuses: [],
  example: { query: { q: 'order-10' } },
})

export const merchantSearchOperations = [findInOrganization] as const

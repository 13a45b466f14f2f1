/** One search over what an organization has. */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { Key } from '../wire/inputs.ts'
import { SEARCH_HITS_MAX, SEARCH_LOOKS_MAX, SearchHit } from './records.ts'

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

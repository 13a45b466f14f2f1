import * as contract from '@pursestrings/contract/webhook-endpoints/operations'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { actorOf } from '../../../platform/credentials/callers.ts'
import type { Egress } from '../../../platform/egress/create-egress.ts'
import { beforeCursor, pageOf } from '../../../platform/http/page.ts'
import type { Route } from '../../../platform/http/route.ts'
import type { Transactions } from '../../../platform/postgres/transaction.ts'
import { selectStanding } from '../deliveries/deliveries.reads.ts'
import type { Notify } from '../deliveries/due.store.ts'
import {
  checkEventTypes,
  createEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  readEndpoint,
  rotateSecret,
  updateEndpoint,
} from './change-endpoint.ts'
import { endpointOnWire, selectEndpoints } from './endpoints.store.ts'
import { testEndpoint, verifyEndpoint } from './verify-endpoint.ts'

interface Deps extends EndpointDeps {
  readonly transactions: Transactions
  readonly notifications: Notify
  readonly egress: Egress
  /** The types that this service tells. */
  readonly event_types: readonly string[]
}

const idIn = (params: { webhook_endpoint_id: string }) => uuidOf('whe', params.webhook_endpoint_id)

export const webhookEndpointRoutes = (route: Route, deps: Deps): void => {
  const { transactions, notifications, webhook_secrets } = deps

  route(
    contract.createWebhookEndpoint,
    async ({ caller, body }) => {
      const input = { ...body, actor: actorOf(caller) }
      const { endpoint, secret } = await transactions.asTenant(caller.merchant_id, (tx) =>
        createEndpoint(tx, deps, input),
      )
      return { webhook_endpoint: endpointOnWire(endpoint), secret }
    },
    [checkEventTypes(deps.event_types)],
  )

  route(contract.listWebhookEndpoints, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('whe', query)
    const rows = await transactions.asTenant(caller.merchant_id, (tx) => selectEndpoints(tx, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('whe', last.webhook_endpoint_id))
    return { webhook_endpoints: records.map(endpointOnWire), next_cursor }
  })

  route(contract.readWebhookEndpoint, ({ caller, params }) =>
    transactions.asTenant(caller.merchant_id, async (tx) => {
      const endpoint = await readEndpoint(tx, idIn(params))
      return { webhook_endpoint: endpointOnWire(endpoint), ...(await selectStanding(tx, endpoint.webhook_endpoint_id)) }
    }),
  )

  route(contract.updateWebhookEndpoint, async ({ caller, params, body }) => {
    const input = { body, webhook_endpoint_id: idIn(params), actor: actorOf(caller) }
    const endpoint = await transactions.asTenant(caller.merchant_id, (tx) => updateEndpoint(tx, deps, input))
    return { webhook_endpoint: endpointOnWire(endpoint) }
  })

  route(contract.deleteWebhookEndpoint, async ({ caller, params }) => {
    const input = { webhook_endpoint_id: idIn(params), actor: actorOf(caller) }
    await transactions.asTenant(caller.merchant_id, (tx) => deleteEndpoint(tx, input))
    return { deleted: true as const }
  })

  route(contract.verifyWebhookEndpoint, async ({ caller, params }) => {
    const asked = { merchant_id: caller.merchant_id, actor: actorOf(caller), webhook_endpoint_id: idIn(params) }
    return { webhook_endpoint: endpointOnWire(await verifyEndpoint(deps, asked)) }
  })

  route(contract.rotateWebhookSecret, async ({ caller, params }) => {
    const input = { webhook_endpoint_id: idIn(params), actor: actorOf(caller) }
    const { endpoint, secret } = await transactions.asTenant(caller.merchant_id, (tx) =>
      rotateSecret(tx, webhook_secrets, input),
    )
    return { webhook_endpoint: endpointOnWire(endpoint), secret }
  })

  route(contract.testWebhookEndpoint, async ({ caller, params }) => {
    const added = await transactions.asTenant(caller.merchant_id, (tx) => testEndpoint(tx, notifications, idIn(params)))
    return { webhook_delivery_id: idOf('whd', added) }
  })
}

import * as contract from '@countersign/contract/webhook-endpoints/operations'
import { idOf, uuidOf } from '@countersign/contract/wire/ids'
import type { Door } from '../http/door.ts'
import { beforeCursor, pageOf } from '../http/page.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Outside } from '../outside/create-outside.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { createEndpoint, type EndpointMeans } from './create-endpoint.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { endpointOnWire, selectEndpoints } from './endpoints.store.ts'
import { readEndpoint } from './read-endpoint.ts'
import { rotateSecret } from './rotate-secret.ts'
import { testEndpoint } from './test-endpoint.ts'
import { updateEndpoint } from './update-endpoint.ts'
import { verifyEndpoint } from './verify-endpoint.ts'

interface Means extends EndpointMeans {
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly outside: Outside
}

const idIn = (params: { webhook_endpoint_id: string }) => uuidOf('whe', params.webhook_endpoint_id)

export const webhookEndpointRoutes = (door: Door, means: Means): void => {
  const { transactions, jobs, webhook_secrets } = means

  door(contract.createWebhookEndpoint, async ({ caller: { merchant_id, account_id }, body }) => {
    const given = { ...body, account_id }
    const { endpoint, secret } = await transactions.asTenant(merchant_id, (tx) => createEndpoint(tx, means, given))
    return { webhook_endpoint: endpointOnWire(endpoint), secret }
  })

  door(contract.listWebhookEndpoints, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('whe', query)
    const rows = await transactions.asTenant(caller.merchant_id, (tx) => selectEndpoints(tx, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('whe', last.webhook_endpoint_id))
    return { webhook_endpoints: records.map(endpointOnWire), next_cursor }
  })

  door(contract.readWebhookEndpoint, async ({ caller, params }) => {
    const endpoint = await transactions.asTenant(caller.merchant_id, (tx) => readEndpoint(tx, idIn(params)))
    return { webhook_endpoint: endpointOnWire(endpoint) }
  })

  door(contract.updateWebhookEndpoint, async ({ caller: { merchant_id, account_id }, params, body }) => {
    const given = { body, webhook_endpoint_id: idIn(params), account_id }
    const endpoint = await transactions.asTenant(merchant_id, (tx) => updateEndpoint(tx, means, given))
    return { webhook_endpoint: endpointOnWire(endpoint) }
  })

  door(contract.deleteWebhookEndpoint, async ({ caller: { merchant_id, account_id }, params }) => {
    const given = { webhook_endpoint_id: idIn(params), account_id }
    await transactions.asTenant(merchant_id, (tx) => deleteEndpoint(tx, given))
    return { deleted: true as const }
  })

  door(contract.verifyWebhookEndpoint, async ({ caller: { merchant_id, account_id }, params }) => {
    const asked = { merchant_id, account_id, webhook_endpoint_id: idIn(params) }
    return { webhook_endpoint: endpointOnWire(await verifyEndpoint(means, asked)) }
  })

  door(contract.rotateWebhookSecret, async ({ caller: { merchant_id, account_id }, params }) => {
    const given = { webhook_endpoint_id: idIn(params), account_id }
    const { endpoint, secret } = await transactions.asTenant(merchant_id, (tx) =>
      rotateSecret(tx, webhook_secrets, given),
    )
    return { webhook_endpoint: endpointOnWire(endpoint), secret }
  })

  door(contract.testWebhookEndpoint, async ({ caller, params }) => {
    const added = await transactions.asTenant(caller.merchant_id, (tx) => testEndpoint(tx, jobs, idIn(params)))
    return { webhook_delivery_id: idOf('whd', added) }
  })
}

/** An endpoint begins unverified: it is sent nothing but challenges. Its secret is made here and answered once. */

import type { BodyOf } from '@countersign/contract/operation'
import { WEBHOOK_EVENT_TYPES } from '@countersign/contract/webhook-deliveries/webhook-events'
import { webhookEndpointsExhausted, webhookUrlInvalid } from '@countersign/contract/webhook-endpoints/errors'
import { type createWebhookEndpoint as operation } from '@countersign/contract/webhook-endpoints/operations'
import { WEBHOOK_ENDPOINTS_MAX } from '@countersign/contract/webhook-endpoints/records'
import { idOf, newUuidFor } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../../audit-events/append-audit-event.ts'
import type { TenantTx } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { endpointUrl } from './endpoint-url.ts'
import { countEndpoints, insertEndpoint } from './endpoints.store.ts'
import type { WebhookSecrets } from './webhook-secret.ts'

export interface EndpointDeps {
  readonly webhook_secrets: WebhookSecrets
  readonly outbound_loopback: readonly string[]
}

type Input = BodyOf<typeof operation> & { readonly actor: string }

export const createEndpoint = async (tx: TenantTx, deps: EndpointDeps, input: Input) => {
  const url = callableUrl(input.url, deps.outbound_loopback)
  if ((await countEndpoints(tx)) >= WEBHOOK_ENDPOINTS_MAX) throw new Refusal(webhookEndpointsExhausted)
  const webhook_endpoint_id = newUuidFor(tx.merchant_id)
  const event_types = inOrder(input.event_types ?? null)
  const { secret, ...sealed } = deps.webhook_secrets.make(webhook_endpoint_id)
  const description = input.description ?? null
  const endpoint = await insertEndpoint(tx, { webhook_endpoint_id, url, description, event_types }, sealed)
  await appendAuditEvent(tx, {
    action: 'webhook_endpoint.created',
    actor: input.actor,
    target: idOf('whe', webhook_endpoint_id),
    details: { url, event_types },
  })
  return { endpoint, secret }
}

export const callableUrl = (text: string, loopback: readonly string[]): string => {
  const verdict = endpointUrl(text, loopback)
  if (verdict.ok) return verdict.url
  const issue = { code: webhookUrlInvalid.code, field: 'url', message: verdict.reason }
  throw new Refusal(webhookUrlInvalid, { message: verdict.reason, issues: [issue] })
}

export const inOrder = (types: readonly string[] | null): string[] | null =>
  types === null ? null : WEBHOOK_EVENT_TYPES.filter((type) => types.includes(type))

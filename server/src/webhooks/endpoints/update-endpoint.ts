/**
 * A change of an endpoint that never overwrites what it has not seen (P10). Another URL is another receiver, which has
 * shown nothing yet; and only a URL that has answered a challenge can be made active.
 */

import type { BodyOf } from '@countersign/contract/operation'
import { validationFailed, versionConflict } from '@countersign/contract/transport-errors'
import { webhookEndpointUnverified } from '@countersign/contract/webhook-endpoints/errors'
import type { updateWebhookEndpoint as operation } from '@countersign/contract/webhook-endpoints/operations'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../../audit-events/append-audit-event.ts'
import type { TenantTx } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { callableUrl, type EndpointDeps, inOrder } from './create-endpoint.ts'
import { type EndpointChanges, type EndpointRow, updateEndpoint as update } from './endpoints.store.ts'
import { holdEndpoint } from './read-endpoint.ts'

type Wanted = Omit<BodyOf<typeof operation>, 'version'>
interface Input {
  readonly webhook_endpoint_id: Uuid
  readonly actor: string
  readonly body: BodyOf<typeof operation>
}

export const updateEndpoint = async (tx: TenantTx, deps: EndpointDeps, input: Input): Promise<EndpointRow> => {
  const before = await holdEndpoint(tx, input.webhook_endpoint_id)
  const { version, ...wanted } = input.body
  if (Object.keys(wanted).length === 0) throw nothingWanted()
  if (before.version !== version) throw new Refusal(versionConflict, { details: { current_version: before.version } })
  const changes = changesOf(before, wanted, deps.outbound_loopback)
  const endpoint = await update(tx, before, changes)
  if (!endpoint) throw new Error('a webhook endpoint that was held has changed')
  await appendAuditEvent(tx, {
    action: 'webhook_endpoint.updated',
    actor: input.actor,
    target: idOf('whe', before.webhook_endpoint_id),
    details: { ...difference(before, endpoint), version: endpoint.version },
  })
  return endpoint
}

const changesOf = (before: EndpointRow, wanted: Wanted, loopback: readonly string[]): EndpointChanges => {
  const { event_types, description } = wanted
  const url = wanted.url === undefined ? before.url : callableUrl(wanted.url, loopback)
  const moved = url !== before.url
  return {
    ...(event_types !== undefined && { event_types: inOrder(event_types) }),
    ...(description !== undefined && { description }),
    ...(moved && { url, verified_at: null, status: 'pending_verification', disabled_reason: null }),
    ...standing(wanted.status, !moved && before.verified_at !== null),
  }
}

const standing = (status: Wanted['status'], verified: boolean): EndpointChanges => {
  if (status === undefined) return {}
  if (status === 'disabled') return { status, disabled_reason: 'operator' }
  if (!verified) throw new Refusal(webhookEndpointUnverified)
  return { status, disabled_reason: null }
}

const nothingWanted = (): Refusal => {
  const message = 'needs at least one of url, event_types, description and status'
  return new Refusal(validationFailed, { issues: [{ code: 'required', field: 'body', message }] })
}

const AUDITED = ['url', 'description', 'event_types', 'status', 'disabled_reason'] as const

const difference = (before: EndpointRow, after: EndpointRow) =>
  Object.fromEntries(
    AUDITED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])).map((field) => [
      field,
      { from: before[field], to: after[field] },
    ]),
  )

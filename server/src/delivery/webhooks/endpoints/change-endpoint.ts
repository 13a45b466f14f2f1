/** Endpoints: created, read, changed and deleted. */
import type { BodyOf } from '@pursestrings/contract/operation'
import { resourceNotFound, validationFailed, versionConflict } from '@pursestrings/contract/transport-errors'
import { WEBHOOK_EVENT_TYPES } from '@pursestrings/contract/webhook-deliveries/records'
import type {
  createWebhookEndpoint as createWebhookEndpointOperation,
  updateWebhookEndpoint as updateWebhookEndpointOperation,
} from '@pursestrings/contract/webhook-endpoints/operations'
import {
  WEBHOOK_ENDPOINTS_MAX,
  WEBHOOK_PREVIOUS_SECRETS_MAX,
  WEBHOOK_SECRET_OVERLAP_H,
  webhookEndpointsExhausted,
  webhookEndpointUnverified,
  webhookSecretsExhausted,
  webhookUrlInvalid,
} from '@pursestrings/contract/webhook-endpoints/records'
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../../organizations/audit-events/append-audit-event.ts'
import type { TenantTx } from '../../../platform/postgres/transaction.ts'
import { type Check, Refusal } from '../../../platform/refusal.ts'
import { endpointUrl } from './endpoint-url.ts'
import {
  countEndpoints,
  type EndpointChanges,
  type EndpointRow,
  insertEndpoint,
  lockEndpoint,
  deleteEndpoint as remove,
  replaceSecret,
  selectEndpoint,
  selectSealed,
  updateEndpoint as update,
} from './endpoints.store.ts'
import type { PreviousSecret, SealedSecrets, WebhookSecrets } from './webhook-secret.ts'

/** An endpoint begins unverified: it is sent nothing but challenges. Its secret is made here and answered once. */
export interface EndpointDeps {
  readonly webhook_secrets: WebhookSecrets
  readonly outbound_loopback: readonly string[]
}

type CreateEndpointInput = BodyOf<typeof createWebhookEndpointOperation> & { readonly actor: string }

export const createEndpoint = async (tx: TenantTx, deps: EndpointDeps, input: CreateEndpointInput) => {
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

const callableUrl = (text: string, loopback: readonly string[]): string => {
  const verdict = endpointUrl(text, loopback)
  if (verdict.ok) return verdict.url
  const issue = { code: webhookUrlInvalid.code, field: 'url', message: verdict.reason }
  throw new Refusal(webhookUrlInvalid, { message: verdict.reason, issues: [issue] })
}

/** Of the types that we know, those of modules that aren't served can't be asked for. */
export const checkEventTypes =
  (told: readonly string[]): Check =>
  ({ raw: { event_types } }) => {
    const untold = WEBHOOK_EVENT_TYPES.filter((type) => !told.includes(type))
    const issues = (Array.isArray(event_types) ? event_types : []).flatMap((type, i) =>
      untold.includes(type)
        ? [
            {
              code: 'not_allowed',
              field: `event_types.${i}`,
              message: `${type} belongs to a module that this service leaves out`,
            },
          ]
        : [],
    )
    if (issues.length > 0) throw new Refusal(validationFailed, { issues })
  }

const inOrder = (types: readonly string[] | null): string[] | null =>
  types === null ? null : WEBHOOK_EVENT_TYPES.filter((type) => types.includes(type))

/** One endpoint, or the answer that there is none for this credential. */
const found = <R>(row: R | undefined): R => {
  if (row === undefined) throw new Refusal(resourceNotFound)
  return row
}

export const readEndpoint = async (tx: TenantTx, webhook_endpoint_id: Uuid) =>
  found(await selectEndpoint(tx, webhook_endpoint_id))

/** Changes to one endpoint wait for each other here. */
export const holdEndpoint = async (tx: TenantTx, webhook_endpoint_id: Uuid) =>
  found(await lockEndpoint(tx, webhook_endpoint_id))

/** With what is needed to sign for it. */
export const readSealedEndpoint = async (tx: TenantTx, webhook_endpoint_id: Uuid) =>
  found(await selectSealed(tx, webhook_endpoint_id))

// A change of an endpoint that never overwrites what it has not seen. Another URL is another receiver, which has
// shown nothing yet; and only a URL that has answered a challenge can be made active.

type Wanted = Omit<BodyOf<typeof updateWebhookEndpointOperation>, 'version'>
interface UpdateEndpointInput {
  readonly webhook_endpoint_id: Uuid
  readonly actor: string
  readonly body: BodyOf<typeof updateWebhookEndpointOperation>
}

export const updateEndpoint = async (
  tx: TenantTx,
  deps: EndpointDeps,
  input: UpdateEndpointInput,
): Promise<EndpointRow> => {
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

// An endpoint goes together with its secrets; what was delivered to it stays on the record.

interface DeleteEndpointInput {
  readonly webhook_endpoint_id: Uuid
  readonly actor: string
}

export const deleteEndpoint = async (
  tx: TenantTx,
  { webhook_endpoint_id, actor }: DeleteEndpointInput,
): Promise<void> => {
  const removed = await remove(tx, webhook_endpoint_id)
  if (!removed) throw new Refusal(resourceNotFound)
  await appendAuditEvent(tx, {
    action: 'webhook_endpoint.deleted',
    actor,
    target: idOf('whe', webhook_endpoint_id),
    details: { url: removed.url },
  })
}

// A new secret beside the old ones: each signs for a day after it was replaced, whatever comes later, so that receivers
// can change over without missing anything.

interface Input {
  readonly webhook_endpoint_id: Uuid
  readonly actor: string
}

export const rotateSecret = async (tx: TenantTx, secrets: WebhookSecrets, { webhook_endpoint_id, actor }: Input) => {
  await holdEndpoint(tx, webhook_endpoint_id)
  const previous = stillSigning(secrets, await readSealedEndpoint(tx, webhook_endpoint_id))
  const [first] = previous
  if (first !== undefined && previous.length > WEBHOOK_PREVIOUS_SECRETS_MAX) {
    throw new Refusal(webhookSecretsExhausted, { details: { first_ends_at: first.until } })
  }
  const { secret, ...sealed } = secrets.make(webhook_endpoint_id)
  const endpoint = await replaceSecret(tx, webhook_endpoint_id, { ...sealed, previous })
  await appendAuditEvent(tx, {
    action: 'webhook_endpoint.secret_rotated',
    actor,
    target: idOf('whe', webhook_endpoint_id),
    details: { previous_secret_until: endpoint.previous_secret_until?.toISOString() ?? null },
  })
  return { endpoint, secret }
}

/** With the current one, which ends a day from now. One whose key is lost signs nothing, and would only stop the others. */
const stillSigning = (secrets: WebhookSecrets, row: SealedSecrets & { readonly now: Date }): PreviousSecret[] => {
  const until = new Date(row.now.getTime() + WEBHOOK_SECRET_OVERLAP_H * 3_600_000).toISOString()
  const current = { key_id: row.secret_key_id, sealed: row.secret_sealed.toString('base64'), until }
  return [...row.previous_secrets, current].filter(({ key_id }) => secrets.holds(key_id))
}

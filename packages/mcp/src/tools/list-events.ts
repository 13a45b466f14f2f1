import { INPUTS } from '@pursestrings/sdk/inputs'
import { connectedAgent, type Deps } from '../deps.ts'
import { quoted, visible } from '../fence.ts'
import { NEXT, STATUS } from '../payment-view.ts'
import { closed, field, result, type Tool, text } from '../tool.ts'

interface Input {
  readonly since?: number
  readonly limit?: number
}

const LIMIT = 50

export const listEvents = (deps: Deps): Tool<Input> => ({
  name: 'list_events',
  title: 'List events',
  description:
    "Status changes of this connection's payment requests, in order and without gaps. To see only new ones, pass the last next_since as since.",
  input: closed(
    {
      since: field(INPUTS['events.list'].since.anyOf[0], 'last cursor seen (default: 0)'),
      limit: field(INPUTS['events.list'].limit, `maximum number (default: ${LIMIT})`),
    },
    'since',
    'limit',
  ),
  output: closed({
    events: {
      type: 'array',
      items: closed({
        cursor: { type: 'integer' },
        type: text('payment_request.<status>, or .late_report'),
        request_id: text('what it is about'),
        status: STATUS,
        occurred_at: text('UTC'),
      }),
    },
    next_since: { type: 'integer', description: 'since for the next call' },
    next: NEXT,
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run({ since = 0, limit = LIMIT }, { signal }) {
    const { events, next_since } = await connectedAgent(deps).events.list({ since, limit, changes: 'all' }, { signal })
    const shown = events.map(({ cursor, type, request_id, status, occurred_at }) => ({
      cursor,
      type: visible(type),
      request_id: visible(request_id),
      status,
      occurred_at,
    }))
    const more = shown.length === limit
    const next = more
      ? `There may be more: call list_events with since ${next_since}.`
      : `Next time, use since ${next_since}.`
    return result({ events: shown, next_since, next }, [
      `${shown.length} events after ${since}.`,
      ...shown.map((one) => `${one.cursor} ${one.occurred_at} ${one.type} ${one.request_id}`),
      `Next: ${next}`,
    ])
  },
})

const LISTED_MAX = 100

export const listRecipients = (deps: Deps): Tool<object> => ({
  name: 'list_recipients',
  title: 'List payees',
  description: 'Payees you can request payments for. Each is listed by a verified domain. Nobody else can be paid.',
  input: closed({}),
  output: closed({
    recipients: {
      type: 'array',
      items: closed({
        recipient_id: text('for request_payment'),
        recipient_version_id: text('its active version'),
        name: text('as payers see it, quoted'),
        domain: text('verified domain that lists it'),
        network: text('where it is paid'),
        asset: text('what it is paid in'),
      }),
    },
    next: NEXT,
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run(_, { signal }) {
    const { connections } = connectedAgent(deps)
    const found = await connections.listRecipients({}, { signal }).toArray({ limit: LISTED_MAX })
    const recipients = found.map((one) => ({
      recipient_id: one.recipient_id,
      recipient_version_id: one.active_version_id,
      name: quoted(one.name),
      domain: visible(one.domain),
      network: one.network,
      asset: visible(one.asset),
    }))
    const next =
      recipients.length > 0
        ? 'Call request_payment with one of these recipient_ids.'
        : 'The merchant has no active payee, so nobody can be paid. Tell the user.'
    return result({ recipients, next }, [
      `${recipients.length} payees.`,
      ...recipients.map((one) => `- ${one.recipient_id}: ${one.name} of ${one.domain}, ${one.asset} on ${one.network}`),
      `Next: ${next}`,
    ])
  },
})

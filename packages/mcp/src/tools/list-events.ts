import { INPUTS } from '@pursestrings/sdk/inputs'
import { connectedAgent, type Deps } from '../deps.ts'
import { visible } from '../fence.ts'
import { NEXT, STATUS } from '../payment-schema.ts'
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
  async run({ since = 0, limit = LIMIT }, { mcpReq: { signal } }) {
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

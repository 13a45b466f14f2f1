import { connectedAgent, type Deps } from '../deps.ts'
import { quoted, visible } from '../fence.ts'
import { NEXT } from '../payment-schema.ts'
import { closed, result, type Tool, text } from '../tool.ts'

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
  async run(_, { mcpReq: { signal } }) {
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

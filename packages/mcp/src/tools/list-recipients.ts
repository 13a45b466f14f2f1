import type { Deps } from '../deps.ts'
import { fenced } from '../fence.ts'
import { NEXT, UNTRUSTED } from '../payment-schema.ts'
import { closed, result, type Tool, text } from '../tool.ts'

export const listRecipients = ({ recipients }: Deps): Tool<object> => ({
  name: 'list_recipients',
  title: 'List payees',
  description:
    'Payees that payments can be asked for. They come from the settings of this server: the service lets no agent list payees. Each is pinned to a verified version; the facts of a payment are shown when it is asked for.',
  input: closed({}),
  output: closed({
    source: text('where the list comes from'),
    recipients: {
      type: 'array',
      items: closed({ recipient_id: text('to give to request_payment'), recipient_version_id: text('pinned version') }),
    },
    untrusted: UNTRUSTED,
    next: NEXT,
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run() {
    const listed = recipients.map(({ recipient_id, recipient_version_id }) => ({ recipient_id, recipient_version_id }))
    const untrusted = fenced(
      Object.fromEntries(
        recipients.map(({ recipient_id, name, network, asset }) => [recipient_id, { name, network, asset }]),
      ),
    )
    const next =
      listed.length > 0
        ? 'Call request_payment with one of these recipient_ids.'
        : 'No payee is set up here. Tell the user that whoever runs this server enters them in the profile or in COUNTERSIGN_RECIPIENTS.'
    return result({ source: 'settings of this server', recipients: listed, untrusted, next }, [
      `${listed.length} payees are set up in this server.`,
      ...listed.map((one) => `- ${one.recipient_id} (version ${one.recipient_version_id})`),
      `Next: ${next}`,
      untrusted,
    ])
  },
})

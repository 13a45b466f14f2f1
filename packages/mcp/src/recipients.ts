/** Whom the agent may name: the payees of its merchant, as the service lists them now, each with the version that it pays. */
import type { AgentClient, PayableRecipient } from '@pursestrings/sdk'
import { Refusal } from './refusal.ts'

export const recipientNamed = async (
  agent: AgentClient,
  recipient_id: string,
  signal: AbortSignal,
): Promise<PayableRecipient> => {
  for await (const one of agent.connections.listRecipients({ limit: 100 }, { signal })) {
    if (one.recipient_id === recipient_id) return one
  }
  throw new Refusal(
    'recipient_unknown',
    'No active payee has this ID, and only listed payees can be paid.',
    "Call list_recipients and use a recipient_id from there. If the payee isn't listed, tell the user; don't pay somebody else instead.",
  )
}

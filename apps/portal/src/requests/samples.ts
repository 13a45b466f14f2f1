/** The call that makes a first request, for a terminal, a program and plain HTTP. Each does the same, and none of them pays. */
import { FIRST_REQUEST } from './first-request.ts'

export const SAMPLES = ['cli', 'typescript', 'curl'] as const
export type Sample = (typeof SAMPLES)[number]

export const sampleOf = (base_url: string): Readonly<Record<Sample, string>> => ({
  cli: FIRST_REQUEST,
  typescript: `import { createAgentClient } from '@countersign/sdk'

const agent = createAgentClient({
  base_url: '${base_url}',
  agent_id: process.env.AGENT_ID,
  kid: process.env.AGENT_KID,
  private_key: process.env.AGENT_KEY,
  connection_token: process.env.CONNECTION_TOKEN,
})
await agent.requestPayment({
  task_ref: 'order-1',
  recipient_id: process.env.RECIPIENT_ID,
  recipient_version_id: process.env.RECIPIENT_VERSION_ID,
  amount: '12.5',
})`,
  curl: `curl ${base_url}/v1/payment-requests \\
  -H "Authorization: Bearer $CONNECTION_TOKEN" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-1" \\
  -d '{
    "recipient_id": "'$RECIPIENT_ID'",
    "recipient_version_id": "'$RECIPIENT_VERSION_ID'",
    "payment": { "amount": "12.5" },
    "policy": { "requires_user_approval": true }
  }'`,
})

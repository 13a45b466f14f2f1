/** Which pages an event concerns. An event is a reason to read again; what it says is not shown. */
import type { MerchantEvent } from '@countersign/sdk'

type About = MerchantEvent['type'] extends `${infer R}.${string}` ? R : never

/** First words of query keys. */
const CONCERNS: Readonly<Record<About, readonly string[]>> = {
  payment_request: ['requests', 'request', 'overview', 'setup'],
  agent_payment: ['agent-payments', 'agent-payment', 'refused-attempt', 'policies', 'policy', 'policy-usage'],
  connection: ['connections', 'agents', 'agent'],
  recipient: ['recipients', 'recipient', 'version', 'setup'],
  merchant_domain: ['domains', 'domain', 'recipients', 'recipient', 'setup'],
  merchant: ['session', 'merchant', 'setup'],
  automation_policy: ['policies', 'policy', 'policy-usage'],
}

/** Nothing for a kind that is newer than this page. */
export const concernsOf = (type: string): readonly string[] => CONCERNS[type.split('.')[0] as About] ?? []

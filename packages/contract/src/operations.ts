/** Every operation of the service, in the order of the specification: one line per noun. */
import { agentAuthOperations } from './agent-auth.ts'
import { agentCredentialOperations } from './agent-credentials.ts'
import { agentPaymentOperations } from './agent-payments.ts'
import { agentOperations } from './agents.ts'
import { auditEventOperations } from './audit-events.ts'
import { automationPolicyOperations } from './automation-policies.ts'
import { connectInvitationOperations } from './connect-invitations.ts'
import { connectionOperations } from './connections.ts'
import { deviceOperations } from './devices.ts'
import { domainOperations } from './domains.ts'
import type { ErrorEntry } from './errors.ts'
import { eventOperations } from './events.ts'
import { factsKeyOperations } from './facts-keys.ts'
import { healthOperations } from './health.ts'
import { merchantAccountOperations } from './merchant-accounts.ts'
import { merchantSessionOperations } from './merchant-sessions.ts'
import { merchantOperations } from './merchants.ts'
import { type Operation, refusalsOf } from './operation.ts'
import { pairingOperations } from './pairing.ts'
import { paymentRequestOperations } from './payment-requests.ts'
import { projectOperations } from './projects.ts'
import { recipientOperations } from './recipients.ts'
import { transactionContextOperations } from './transaction-contexts.ts'
import { routeNotFound } from './transport-errors.ts'
import { webhookDeliveryOperations } from './webhook-deliveries.ts'
import { webhookEndpointOperations } from './webhook-endpoints.ts'

export const operations: readonly Operation[] = [
  ...merchantAccountOperations,
  ...merchantOperations,
  ...merchantSessionOperations,
  ...domainOperations,
  ...recipientOperations,
  ...agentOperations,
  ...agentCredentialOperations,
  ...agentAuthOperations,
  ...deviceOperations,
  ...connectInvitationOperations,
  ...pairingOperations,
  ...connectionOperations,
  ...transactionContextOperations,
  ...paymentRequestOperations,
  ...eventOperations,
  ...webhookEndpointOperations,
  ...webhookDeliveryOperations,
  ...projectOperations,
  ...automationPolicyOperations,
  ...agentPaymentOperations,
  ...factsKeyOperations,
  ...auditEventOperations,
  ...healthOperations,
]

/** Every refusal that some operation declares, each code once. */
export const catalogueOf = (list: readonly Operation[]): readonly ErrorEntry[] => {
  const byCode = new Map<string, ErrorEntry>([[routeNotFound.code, routeNotFound]])
  for (const entry of list.flatMap(refusalsOf)) {
    if ((byCode.get(entry.code) ?? entry) !== entry) throw new Error(`two meanings under one code: ${entry.code}`)
    byCode.set(entry.code, entry)
  }
  return [...byCode.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/** Every operation of the service, in the order of the specification: one line per resource. */
import { agentAuthOperations } from './agent-auth/operations.ts'
import { agentCredentialOperations } from './agent-credentials/operations.ts'
import { agentPaymentOperations } from './agent-payments/operations.ts'
import { agentOperations } from './agents/operations.ts'
import { auditEventOperations, auditTreeOperations } from './audit-events/operations.ts'
import { automationPolicyOperations } from './automation-policies/operations.ts'
import { connectInvitationOperations } from './connect-invitations/operations.ts'
import { connectionOperations } from './connections/operations.ts'
import { deviceKeyOperations } from './devices/key-operations.ts'
import { deviceLinkOperations } from './devices/link-operations.ts'
import { deviceOperations } from './devices/operations.ts'
import { pushOperations } from './devices/push-operations.ts'
import { domainOperations } from './domains/operations.ts'
import type { ErrorEntry } from './errors.ts'
import { eventOperations } from './events/operations.ts'
import { factsKeyOperations } from './facts-keys/operations.ts'
import { healthOperations } from './health/operations.ts'
import { logOperations } from './log/operations.ts'
import { memberInvitationOperations } from './member-invitations/operations.ts'
import { memberOperations } from './members/operations.ts'
import { merchantAccountOperations } from './merchant-accounts/operations.ts'
import { merchantKeyOperations } from './merchant-keys/operations.ts'
import { merchantSearchOperations } from './merchant-search/operations.ts'
import { merchantSessionOperations } from './merchant-sessions/operations.ts'
import { merchantOperations } from './merchants/operations.ts'
import { type Operation, refusalsOf } from './operation.ts'
import { overviewOperations } from './overview/operations.ts'
import { pairingOperations } from './pairing/operations.ts'
import { passkeyOperations } from './passkeys/operations.ts'
import { payeeChangeOperations } from './payee-changes/operations.ts'
import { payeeOperations } from './payees/operations.ts'
import { paymentAuthorizationOperations } from './payment-authorizations/operations.ts'
import { paymentRequestOperations } from './payment-requests/operations.ts'
import { projectOperations } from './projects/operations.ts'
import { receiptOperations } from './receipts/operations.ts'
import { recipientOperations } from './recipients/operations.ts'
import { recipientApprovalOperations, recipientStopOperations } from './recipients/version-operations.ts'
import { serviceOperations } from './service/operations.ts'
import { bindingOperations } from './settlement/binding-operations.ts'
import { evidenceOperations } from './settlement/operations.ts'
import { readLedgerFindings } from './settlement/payee-operations.ts'
import { compareTiers, type Extensions, isServed, type Tier } from './tiers.ts'
import { transactionContextOperations } from './transaction-contexts/operations.ts'
import {
  extensionNotServed,
  headersTooLarge,
  malformedHttp,
  methodNotAllowed,
  requestTimeout,
  routeNotFound,
} from './transport-errors.ts'
import { webhookDeliveryOperations } from './webhook-deliveries/operations.ts'
import { webhookEndpointOperations } from './webhook-endpoints/operations.ts'

export const operations: readonly Operation[] = [
  ...merchantAccountOperations,
  ...merchantOperations,
  ...merchantSessionOperations,
  ...merchantKeyOperations,
  ...passkeyOperations,
  ...memberOperations,
  ...memberInvitationOperations,
  ...domainOperations,
  ...recipientOperations,
  ...recipientStopOperations,
  ...recipientApprovalOperations,
  ...agentOperations,
  ...agentCredentialOperations,
  ...agentAuthOperations,
  ...deviceOperations,
  ...deviceKeyOperations,
  ...deviceLinkOperations,
  ...pushOperations,
  ...connectInvitationOperations,
  ...pairingOperations,
  ...connectionOperations,
  ...transactionContextOperations,
  ...paymentRequestOperations,
  ...evidenceOperations,
  ...bindingOperations,
  readLedgerFindings,
  ...receiptOperations,
  ...eventOperations,
  ...webhookEndpointOperations,
  ...webhookDeliveryOperations,
  ...projectOperations,
  ...automationPolicyOperations,
  ...agentPaymentOperations,
  ...paymentAuthorizationOperations,
  ...factsKeyOperations,
  ...payeeOperations,
  ...payeeChangeOperations,
  ...logOperations,
  ...overviewOperations,
  ...merchantSearchOperations,
  ...auditEventOperations,
  ...auditTreeOperations,
  ...serviceOperations,
  ...healthOperations,
]

export const servedBy = (extensions: Extensions): readonly Operation[] =>
  operations.filter(({ tier }) => isServed(tier, extensions))

/** Refusals of a call that reaches no operation, so that none declares them. */
export const UNROUTED: readonly ErrorEntry[] = [
  routeNotFound,
  extensionNotServed,
  methodNotAllowed,
  malformedHttp,
  headersTooLarge,
  requestTimeout,
]

/** Every refusal that some operation declares or that comes before one, each code once. */
export const catalogueOf = (list: readonly Operation[]): readonly ErrorEntry[] => {
  const byCode = new Map<string, ErrorEntry>(UNROUTED.map((entry) => [entry.code, entry]))
  for (const entry of list.flatMap(refusalsOf)) {
    if ((byCode.get(entry.code) ?? entry) !== entry) throw new Error(`two meanings under one code: ${entry.code}`)
    byCode.set(entry.code, entry)
  }
  return [...byCode.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/** The lowest tier of an operation that answers with it, unless the entry names the module that causes it. */
export const tierOfError = (entry: ErrorEntry, list: readonly Operation[] = operations): Tier =>
  entry.tier ??
  list
    .filter((o) => refusalsOf(o).includes(entry))
    .map((o) => o.tier)
    .toSorted(compareTiers)[0] ??
  'specification'

/** Every background worker of the service: one line each. */
import type { Extensions } from '@pursestrings/contract/tiers'
import { webhookTypesOf } from '@pursestrings/contract/webhook-deliveries/records'
import type { Logger } from 'pino'
import { expireInvitations } from './connections/connect-invitations/invitations.ts'
import { endOldTokens } from './connections/connections/revoke-connections.ts'
import { endReplacedTokens, forgetUnusedDevices } from './connections/devices/forget-devices.worker.ts'
import type { Vapid } from './connections/push/push-messages.ts'
import type { PushKey } from './connections/push/read-push-keys.ts'
import { resealSubscriptions } from './connections/push/reseal-subscriptions.worker.ts'
import { markGrownFeeds, sendPushMessages } from './connections/push/send-push.worker.ts'
import type { OnSequenced } from './delivery/events/append-event.ts'
import { sequenceEvents } from './delivery/events/sequence-events.worker.ts'
import { fanOutEvents, fanOutLater } from './delivery/webhooks/deliveries/fan-out.worker.ts'
import { forgetDeliveries, watchBacklog } from './delivery/webhooks/deliveries/forget-deliveries.worker.ts'
import { reconcileEvents } from './delivery/webhooks/deliveries/reconcile.worker.ts'
import { mailDisabledEndpoints } from './delivery/webhooks/endpoints/disabled-mail.worker.ts'
import { resealSecrets } from './delivery/webhooks/endpoints/reseal-secrets.worker.ts'
import type { WebhookSecrets } from './delivery/webhooks/endpoints/webhook-secret.ts'
import { deliverWebhooks } from './delivery/webhooks/sending/deliver.worker.ts'
import { sendLetters } from './organizations/merchant-accounts/letters.ts'
import { sendSignInMails } from './organizations/merchant-accounts/send-sign-in-mail.worker.ts'
import { forgetSpentCredentials } from './organizations/merchant-sessions/forget-spent-credentials.worker.ts'
import { sendStepUpMails } from './organizations/merchant-sessions/step-up.ts'
import { tellMembersOfDomains } from './payees/domains/tell-members.worker.ts'
import { lookAtListings } from './payees/recipients/look-at-listings.worker.ts'
import { reproveDomains, reviveVersions } from './payees/recipients/reprove-domains.worker.ts'
import { serveCooledVersions } from './payees/recipients/serve-version.ts'
import { expireAgentPayments, forgetRefusedAttempts } from './payments/agent-payments/forget-agent-payments.worker.ts'
import { forgetRefusedDecisions } from './payments/automation-policies/policy-decisions.store.ts'
import { eraseOldAuthorizations } from './payments/payment-authorizations/erase-authorizations.worker.ts'
import { usesOfVersions } from './payments/payment-requests/counts.reads.ts'
import {
  expirePaymentRequests,
  failRecalledRequests,
} from './payments/payment-requests/expire-payment-requests.worker.ts'

import { indexRequests } from './payments/payment-requests/index-requests.worker.ts'
import type { Egress } from './platform/egress/create-egress.ts'
import type { Mail } from './platform/egress/letter.ts'
import type { WitnessClient } from './platform/egress/witness-client.ts'
import type { Metrics } from './platform/http/metrics.ts'
import { analyseGrownTables } from './platform/jobs/analyse-grown-tables.worker.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Notifications } from './platform/notifications/notifications.ts'
import type { Transactions } from './platform/postgres/transaction.ts'
import { observeLedger, watchSequenced } from './settlement/settlements/observe-ledger.worker.ts'
import { keepAuditTrees } from './transparency/audit-log/grow-trees.worker.ts'
import { isCoolingPublished } from './transparency/log/prove.ts'
import type { LogSigner } from './transparency/log/read-log-key.ts'
import { keepPayeeLog } from './transparency/log/sequence-log.ts'
import { keepServiceHead } from './transparency/restore/write-service-head.ts'
import { sealedRows } from './transparency/sealed-rows.ts'
import { type KeyRotation, replaceKeys } from './transparency/service-keys/replace-keys.worker.ts'

interface Deps {
  readonly transactions: Transactions
  readonly mail: Mail
  readonly egress: Egress
  readonly portal_url: string
  readonly notifications: Notifications
  readonly webhook_secrets: WebhookSecrets
  readonly push_keys: readonly PushKey[]
  readonly vapid: Vapid
  readonly metrics: Metrics
  readonly log: Logger
  readonly log_signer: LogSigner | undefined
  readonly logged_keys: Parameters<typeof keepPayeeLog>[1]['logged_keys']
  /** Undefined where keys are settings. */
  readonly key_rotation: KeyRotation | undefined
  readonly witnesses: WitnessClient
  readonly head_writer: Parameters<typeof keepServiceHead>[1]['head_writer']
  readonly time_scale: number
  readonly now: () => Date
  readonly ledger: Parameters<typeof observeLedger>[1]['ledger']
  readonly extensions: Extensions
}

export const startWorkers = async (jobs: Jobs, deps: Deps): Promise<void> => {
  const { transactions, metrics, log, extensions } = deps
  const modules = extensions === 'all'
  const delivering = { ...deps, event_types: webhookTypesOf(extensions) }
  analyseGrownTables(jobs, {
    transactions,
    onAnalysed(table) {
      metrics.table_analysed.inc({ table })
      log.info({ table }, 'analysed a table that had outgrown its statistics')
    },
  })
  await sendSignInMails(jobs, deps)
  await sendLetters(jobs, deps)
  if (modules) await sendStepUpMails(jobs, deps)
  await forgetSpentCredentials(jobs, deps)
  await reproveDomains(jobs, deps)
  await tellMembersOfDomains(jobs, deps)
  if (modules) await lookAtListings(jobs, { ...deps, usesOf: usesOfVersions })
  await reviveVersions(jobs, deps)
  await serveCooledVersions(jobs, { transactions, isPublished: isCoolingPublished })
  expirePaymentRequests(jobs, deps)
  await failRecalledRequests(jobs, deps)
  expireAgentPayments(jobs, deps)
  const fanOut = fanOutLater(jobs)
  const watch = watchSequenced(deps.ledger.networks)
  if (modules) observeLedger(jobs, deps)
  const onSequenced: OnSequenced = async (tx, sequenced) => {
    await indexRequests(tx, sequenced)
    if (modules) await watch(tx, sequenced)
    await fanOut(tx, sequenced)
  }
  sequenceEvents(jobs, deps, onSequenced, markGrownFeeds(deps))
  if (modules) await keepPayeeLog(jobs, deps)
  if (modules) await keepAuditTrees(jobs, deps)
  keepServiceHead(jobs, deps)
  replaceKeys(jobs, { ...deps, sealedRows })
  fanOutEvents(jobs, delivering)
  deliverWebhooks(jobs, deps)
  await mailDisabledEndpoints(jobs, deps)
  resealSecrets(jobs, deps)
  await forgetDeliveries(jobs, deps)
  if (modules) sendPushMessages(jobs, deps)
  if (modules) resealSubscriptions(jobs, deps)
  watchBacklog(metrics, transactions)
  reconcileEvents(jobs, delivering)
  expireInvitations(jobs, deps)
  endReplacedTokens(jobs, deps)
  endOldTokens(jobs, deps)
  await forgetUnusedDevices(jobs, deps)
  await forgetRefusedDecisions(jobs, deps)
  await forgetRefusedAttempts(jobs, deps)
  if (modules) await eraseOldAuthorizations(jobs, deps)
  metrics.watchBy('svc_queue_waiting', 'jobs that are due, by queue', 'queue', async () => {
    const queues = await jobs.backlog()
    return new Map(queues.map(({ queue, waiting }) => [queue, waiting]))
  })
  metrics.watchBy('svc_queue_oldest_seconds', 'how long the oldest job of a queue has been due', 'queue', async () => {
    const queues = await jobs.backlog()
    return new Map(queues.map(({ queue, oldest_s }) => [queue, oldest_s]))
  })
  metrics.watch('svc_dead_letters', 'jobs that were given up and wait for an operator', jobs.countDeadLetters)
}

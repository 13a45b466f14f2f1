/** Every background worker of the service: one line each. */
import type { Logger } from 'pino'
import { expireAgentPayments } from './agent-payments/expire-agent-payments.worker.ts'
import { forgetRefusedAttempts } from './agent-payments/forget-refused-attempts.worker.ts'
import { keepAuditTrees } from './audit-log/grow-trees.worker.ts'
import { forgetRefusedDecisions } from './automation-policies/forget-refused-decisions.worker.ts'
import { expireInvitations } from './connect-invitations/expire-invitations.worker.ts'
import { endOldTokens } from './connections/end-old-tokens.worker.ts'
import { endReplacedTokens } from './devices/end-replaced-tokens.worker.ts'
import { forgetUnusedDevices } from './devices/forget-unused-devices.worker.ts'
import { tellMembersOfDomains } from './domains/tell-members.worker.ts'
import type { OnSequenced } from './events/on-sequenced.ts'
import { sequenceEvents } from './events/sequence-events.worker.ts'
import type { Metrics } from './http/metrics.ts'
import { analyseGrownTables } from './jobs/analyse-grown-tables.worker.ts'
import type { Jobs } from './jobs/jobs.ts'
import { isCoolingPublished } from './log/is-published.ts'
import type { LogSigner } from './log/read-log-key.ts'
import { keepPayeeLog } from './log/sequence-log.worker.ts'
import { sendLetters } from './merchant-accounts/send-letters.worker.ts'
import { sendSignInMails } from './merchant-accounts/send-sign-in-mail.worker.ts'
import { forgetSpentCredentials } from './merchant-sessions/forget-spent-credentials.worker.ts'
import { sendStepUpMails } from './merchant-sessions/send-step-up-mail.worker.ts'
import type { Outside } from './outside/create-outside.ts'
import type { Mail } from './outside/mail.ts'
import type { WitnessClient } from './outside/witness-client.ts'
import { expirePaymentRequests } from './payment-requests/expire-payment-requests.worker.ts'
import { failRecalledRequests } from './payment-requests/fail-recalled-requests.worker.ts'
import { indexOlderRequests, indexRequests } from './payment-requests/index-requests.worker.ts'
import type { Transactions } from './postgres/transaction.ts'
import { markGrownFeeds } from './push/mark-grown-feeds.ts'
import type { PushKey } from './push/read-push-keys.ts'
import { resealSubscriptions } from './push/reseal-subscriptions.worker.ts'
import { sendPushMessages } from './push/send-push.worker.ts'
import type { Vapid } from './push/vapid.ts'
import { reproveDomains } from './recipients/reprove-domains.worker.ts'
import { reviveVersions } from './recipients/revive-versions.worker.ts'
import { serveCooledVersions } from './recipients/serve-cooled-version.worker.ts'
import { keepServiceHead } from './restore/keep-service-head.worker.ts'
import { sealedRows } from './sealed-rows.ts'
import { type KeyRotation, replaceKeys } from './service-keys/replace-keys.worker.ts'
import { observeLedger, watchSequenced } from './settlements/observe-ledger.worker.ts'
import type { Wake } from './wake/wake.ts'
import { fanOutEvents, fanOutLater } from './webhooks/deliveries/fan-out.worker.ts'
import { forgetDeliveries } from './webhooks/deliveries/forget-deliveries.worker.ts'
import { reconcileEvents } from './webhooks/deliveries/reconcile.worker.ts'
import { watchBacklog } from './webhooks/deliveries/watch-backlog.ts'
import { mailDisabledEndpoints } from './webhooks/endpoints/disabled-mail.worker.ts'
import { resealSecrets } from './webhooks/endpoints/reseal-secrets.worker.ts'
import type { WebhookSecrets } from './webhooks/endpoints/webhook-secret.ts'
import { deliverWebhooks } from './webhooks/sending/deliver.worker.ts'

interface Deps {
  readonly transactions: Transactions
  readonly mail: Mail
  readonly outside: Outside
  readonly portal_url: string
  readonly wake: Wake
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
}

export const startWorkers = async (jobs: Jobs, deps: Deps): Promise<void> => {
  const { transactions, metrics, log } = deps
  analyseGrownTables(jobs, {
    transactions,
    onAnalysed(table) {
      metrics.table_analysed.inc({ table })
      log.info({ table }, 'analysed a table that had outgrown its statistics')
    },
  })
  await sendSignInMails(jobs, deps)
  await sendLetters(jobs, deps)
  await sendStepUpMails(jobs, deps)
  await forgetSpentCredentials(jobs, deps)
  await reproveDomains(jobs, deps)
  await tellMembersOfDomains(jobs, deps)
  await reviveVersions(jobs, deps)
  await serveCooledVersions(jobs, { transactions, isPublished: isCoolingPublished })
  expirePaymentRequests(jobs, deps)
  await failRecalledRequests(jobs, deps)
  expireAgentPayments(jobs, deps)
  const fanOut = fanOutLater(jobs)
  const watch = watchSequenced(deps.ledger.networks)
  observeLedger(jobs, deps)
  const onSequenced: OnSequenced = async (tx, sequenced) => {
    await indexRequests(tx, sequenced)
    await watch(tx, sequenced)
    await fanOut(tx, sequenced)
  }
  sequenceEvents(jobs, deps, onSequenced, markGrownFeeds(deps))
  await keepPayeeLog(jobs, deps)
  await keepAuditTrees(jobs, deps)
  keepServiceHead(jobs, deps)
  replaceKeys(jobs, { ...deps, sealedRows })
  indexOlderRequests(jobs, deps)
  fanOutEvents(jobs, deps)
  deliverWebhooks(jobs, deps)
  await mailDisabledEndpoints(jobs, deps)
  resealSecrets(jobs, deps)
  await forgetDeliveries(jobs, deps)
  sendPushMessages(jobs, deps)
  resealSubscriptions(jobs, deps)
  watchBacklog(metrics, transactions)
  reconcileEvents(jobs, deps)
  expireInvitations(jobs, deps)
  endReplacedTokens(jobs, deps)
  endOldTokens(jobs, deps)
  await forgetUnusedDevices(jobs, deps)
  await forgetRefusedDecisions(jobs, deps)
  await forgetRefusedAttempts(jobs, deps)
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

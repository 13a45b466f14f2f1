/** What a process needs to run the background work: the queues, mail, the ledger, witnesses. An api loads none of it. */
import { newUuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import type { Logger } from 'pino'
import { contactOf, vapidFor } from '../connections/push/push-messages.ts'
import type { PushKey } from '../connections/push/read-push-keys.ts'
import type { WebhookSecrets } from '../delivery/webhooks/endpoints/webhook-secret.ts'
import type { Config } from '../platform/config.ts'
import type { Egress } from '../platform/egress/create-egress.ts'
import { openNetworks } from '../platform/egress/ledger/open-sources.ts'
import { createMail } from '../platform/egress/mail.ts'
import { createWitnessClient } from '../platform/egress/witness-client.ts'
import type { Metrics } from '../platform/http/metrics.ts'
import { startJobs } from '../platform/jobs/jobs.ts'
import { tellFaults } from '../platform/jobs/tell-faults.ts'
import type { Notifications } from '../platform/notifications/notifications.ts'
import { WORKER_ROLE } from '../platform/postgres/pool.ts'
import { transactionsOn } from '../platform/postgres/transaction.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { releaseLedgers } from '../settlement/settlements/observe-ledger.worker.ts'
import { receiptSignerOf } from '../transparency/facts-keys/facts-keys.ts'
import type { FactsKey, KeySource } from '../transparency/facts-keys/read-facts-keys.ts'
import { loggedKeysOf, logSignerFor, type OpenKeys } from '../transparency/open-keys.ts'
import type { headReaderOf } from '../transparency/restore/service-head.ts'
import { startWorkers } from '../workers.ts'

interface Start {
  readonly config: Config
  readonly log: Logger
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly notifications: Notifications
  readonly egress: Egress
  readonly pool: pg.Pool
  readonly keys: OpenKeys
  readonly head_keys: readonly FactsKey[]
  readonly reader: ReturnType<typeof headReaderOf>
  readonly webhook_secrets: WebhookSecrets
  readonly push_keys: readonly PushKey[]
  readonly onHintFault: (error: unknown) => void
  /** Takes what ends each part, in the order in which they start. */
  readonly undo: (() => unknown)[]
}

export const startWorker = async (start: Start): Promise<void> => {
  const { config, log, metrics, egress, notifications, pool, keys, reader, undo } = start
  const mail = createMail({
    smtp_url: config.SMTP_URL,
    from: config.MAIL_FROM,
    count: (outcome) => metrics.mail.inc({ outcome }),
  })
  for (const outcome of ['sent', 'failed', 'no_mailbox']) metrics.mail.inc({ outcome }, 0)
  undo.push(() => mail.stop())
  const jobs = await startJobs(pool, {
    notification: notifications,
    worker: true,
    onFault: tellFaults(log),
    tracing: start.tracing,
    count: (queue, outcome, n) => metrics.job.inc({ queue, outcome }, n),
  })
  const transactions = transactionsOn({
    app: pool,
    system: pool,
    system_role: WORKER_ROLE,
    onHintFault: start.onHintFault,
  })
  const ledger = await ledgerOf(config, egress, keys.keyring.receipt)
  undo.push(() => releaseLedgers(transactions, ledger))
  undo.push(() => jobs.stop())
  await startWorkers(jobs, {
    log,
    metrics,
    egress,
    notifications,
    transactions,
    mail,
    ledger,
    extensions: config.EXTENSIONS,
    webhook_secrets: start.webhook_secrets,
    push_keys: start.push_keys,
    now: () => new Date(),
    time_scale: config.WEBHOOK_TIME_SCALE,
    log_signer: await logSignerFor(config),
    logged_keys: () => loggedKeysOf(keys.keyring),
    key_rotation: keys.rotation,
    portal_url: config.PORTAL_URL,
    vapid: vapidFor(contactOf(config)),
    witnesses: createWitnessClient(),
    head_writer: reader && { ...reader, sign: receiptSignerOf(start.head_keys) },
  })
}

/** Nobody is asked where no source is set. */
const ledgerOf = async (config: Config, { ledger }: Egress, receipt_keys: KeySource) => ({
  holder: newUuid(),
  networks: await openNetworks({
    sources: config.LEDGER_SOURCES,
    quorum: config.LEDGER_QUORUM,
    https: ledger,
    now: () => Date.now(),
  }),
  validators: config.LEDGER_VALIDATORS,
  signReceipt: config.LEDGER_SOURCES.length === 0 ? () => '' : receiptSignerOf(receipt_keys),
})

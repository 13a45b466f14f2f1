/** The HTTP side: Fastify with its limits, then each resource's routes in the order of the specification. */
import cookie from '@fastify/cookie'
import type { readReadiness } from '@pursestrings/contract/health/operations'
import type { AnswerOf } from '@pursestrings/contract/operation'
import { servedBy } from '@pursestrings/contract/operations'
import { webhookTypesOf } from '@pursestrings/contract/webhook-deliveries/records'
import type { Schema } from 'fast-json-stringify'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { agentAuthRoutes } from './connections/agent-auth/agent-auth.routes.ts'
import { agentCredentialRoutes } from './connections/agents/agent-credentials.routes.ts'
import { agentRoutes } from './connections/agents/agents.routes.ts'
import { stopAgents } from './connections/agents/stop-agents.ts'
import { connectInvitationRoutes } from './connections/connect-invitations/connect-invitations.routes.ts'
import { connectionRoutes } from './connections/connections/connections.routes.ts'
import { deviceRoutes } from './connections/devices/devices.routes.ts'
import { pairingRoutes } from './connections/pairing/pairing.routes.ts'
import { pushRoutes } from './connections/push/push.routes.ts'
import type { PushKey } from './connections/push/read-push-keys.ts'
import { transactionContextRoutes } from './connections/transaction-contexts/transaction-contexts.routes.ts'
import { eventRoutes } from './delivery/events/events.routes.ts'
import { webhookDeliveryRoutes } from './delivery/webhooks/deliveries/webhook-deliveries.routes.ts'
import { webhookEndpointRoutes } from './delivery/webhooks/endpoints/webhook-endpoints.routes.ts'
import type { WebhookSecrets } from './delivery/webhooks/endpoints/webhook-secret.ts'
import { auditEventRoutes } from './organizations/audit-events/audit-events.routes.ts'
import { invitationsFor } from './organizations/members/invitations.ts'
import { memberInvitationRoutes } from './organizations/members/member-invitations.routes.ts'
import { memberRoutes } from './organizations/members/members.routes.ts'
import { readEmails } from './organizations/merchant-accounts/accounts.ts'
import { merchantAccountRoutes } from './organizations/merchant-accounts/merchant-accounts.routes.ts'
import { merchantKeyRoutes } from './organizations/merchant-keys/merchant-keys.routes.ts'
import { merchantSessionRoutes } from './organizations/merchant-sessions/merchant-sessions.routes.ts'
import { merchantRoutes } from './organizations/merchants/merchants.routes.ts'
import { overviewRoutes } from './organizations/overview/overview.routes.ts'
import { passkeyRoutes } from './organizations/passkeys/passkeys.routes.ts'
import { apiKeyRoutes, projectRoutes } from './organizations/projects/projects.routes.ts'
import { domainRoutes } from './payees/domains/domains.routes.ts'
import { payeeChangeRoutes } from './payees/payee-changes/payee-changes.routes.ts'
import { payeeRoutes } from './payees/payees/payees.routes.ts'
import { listingRoutes } from './payees/recipients/listings.routes.ts'
import { organizationRoutes } from './payees/recipients/organization.routes.ts'
import { vouchedPayees } from './payees/recipients/read-payees.ts'
import { recipientRoutes } from './payees/recipients/recipients.routes.ts'
import { agentPaymentRoutes } from './payments/agent-payments/agent-payments.routes.ts'
import { automationPolicyRoutes } from './payments/automation-policies/automation-policies.routes.ts'
import { stopWallet } from './payments/automation-policies/stop-wallet.ts'
import { paymentAuthorizationRoutes } from './payments/payment-authorizations/payment-authorizations.routes.ts'
import { besideFrom } from './payments/payment-requests/beside.ts'
import { countOfVersion, lastAskedAt, usesOfVersions } from './payments/payment-requests/counts.reads.ts'
import { paymentRequestRoutes } from './payments/payment-requests/payment-requests.routes.ts'
import { keepVersionFacts } from './payments/payment-requests/version-facts.ts'
import type { Config } from './platform/config.ts'
import { createProven } from './platform/credentials/credentials.ts'
import { guardOf } from './platform/credentials/guards.ts'
import { relyingPartyOf } from './platform/credentials/webauthn.ts'
import type { Egress } from './platform/egress/create-egress.ts'
import { healthRoutes } from './platform/health/health.routes.ts'
import { limitAddresses } from './platform/http/address-limits.ts'
import { admitCalls } from './platform/http/admission.ts'
import { answerWriterOf } from './platform/http/answer-writer.ts'
import { refuseBadHost, refuseBadMessage } from './platform/http/client-errors.ts'
import { allowOtherOrigins, originCheck } from './platform/http/cors.ts'
import { exportsUntil } from './platform/http/export.ts'
import { apiHeaders, pageHeaders, requestIdOf } from './platform/http/headers.ts'
import { acceptJsonOnly } from './platform/http/json-body.ts'
import { createLimits } from './platform/http/limits.ts'
import type { Metrics } from './platform/http/metrics.ts'
import type { MetricsFormat } from './platform/http/metrics-format.ts'
import { recordCalls, tellChanges, traceCalls } from './platform/http/record-calls.ts'
import { type RefusalObserver, refusalOfNoRoute, refuseBadUrl, refuseOn } from './platform/http/refuse.ts'
import { routesOn } from './platform/http/route.ts'
import { trustOf } from './platform/http/trusted-proxies.ts'
import { CHANGED_TOPIC, type Enqueue } from './platform/jobs/enqueue.ts'
import type { Notifications } from './platform/notifications/notifications.ts'
import { pages } from './platform/pages/pages.ts'
import { portal } from './platform/pages/portal.ts'
import type { Transactions } from './platform/postgres/transaction.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import { receiptsFrom } from './settlement/receipts/make-receipt.ts'
import { bindingsFrom } from './settlement/settlements/bindings.ts'
import { payeeFindingRoutes } from './settlement/settlements/payee-findings.routes.ts'
import { evidenceFrom } from './settlement/settlements/settlements.reads.ts'
import { auditLogRoutes } from './transparency/audit-log/audit-log.routes.ts'
import { factsKeyRoutes } from './transparency/facts-keys/facts-keys.routes.ts'
import { factsKeysOf } from './transparency/facts-keys/facts-keys.ts'
import { logFiles, logRoutes } from './transparency/log/log.routes.ts'
import type { Keyring } from './transparency/service-keys/keyring.ts'

export interface Deps {
  readonly config: Config
  readonly log: Logger
  readonly metrics: Metrics
  /** What /metrics tells: those of all processes behind the port. */
  readonly metricsText: (format: MetricsFormat) => Promise<string>
  readonly pool: pg.Pool
  /** Throws a refusal while no calls should be sent here. */
  readonly ready: () => AnswerOf<typeof readReadiness>
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly notifications: Notifications
  readonly tracing: Tracing
  readonly egress: Egress
  readonly keyring: Pick<Keyring, 'facts' | 'receipt'>
  readonly webhook_secrets: WebhookSecrets
  readonly push_keys: readonly PushKey[]
  readonly version: string
  /** Of the history that is served. */
  readonly epoch: () => number
  /** Aborts when this process begins to stop. */
  readonly draining: AbortSignal
  readonly observeRefusal: RefusalObserver
}

export const buildApp = async (deps: Deps): Promise<FastifyInstance> => {
  const { config, log, metrics, pool, transactions, keyring } = deps
  const draining = () => deps.draining.aborted
  const extensions = config.EXTENSIONS
  const modules = extensions === 'all'
  const served = servedBy(extensions)
  const noRoute = refusalOfNoRoute(served)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    trustProxy: trustOf(config.TRUST_PROXY),
    bodyLimit: 65_536,
    requestTimeout: 10_000,
    keepAliveTimeout: 60_000,
    // Many processes that start at once on a busy machine take long to read their pages, which is no reason to end.
    pluginTimeout: 0,
    // A call that arrives on an open connection while we stop is served, not refused.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 400 },
    frameworkErrors: refuseBadUrl(config.BASE_URL),
    clientErrorHandler: refuseBadMessage({ base_url: config.BASE_URL, observe: deps.observeRefusal }),
    // Without a host Node would answer in a form of its own: `refuseBadHost` looks at it.
    http: { requireHostHeader: false, headersTimeout: 5_000, connectionsCheckingInterval: 2_000 },
  }) as unknown as FastifyInstance
  app.setSerializerCompiler(({ schema }) => answerWriterOf(schema as Schema & object))
  await app.register(cookie)
  apiHeaders(app)
  acceptJsonOnly(app)
  traceCalls(app, deps.tracing)
  recordCalls(app, { metrics, draining, operations: served, callers: config.LOG_CALLERS === 'ids' })
  tellChanges(app, () => deps.notifications.notify(CHANGED_TOPIC))
  refuseBadHost(app)
  refuseOn(app, { observe: deps.observeRefusal, base_url: config.BASE_URL, noRoute })
  allowOtherOrigins(app)

  admitCalls(app, { at_once_max: config.CALLS_AT_ONCE_MAX, waiting_max: config.CALLS_WAITING_MAX, metrics })
  const limits = createLimits(pool, config.RATE_LIMIT_SCALE, config.TENANT_CALLS_PER_S)
  const guard = guardOf({ transactions, metrics_token: config.METRICS_TOKEN, proven: createProven() })
  limitAddresses(app, { limits, guard, noRoute })
  const relying_party = relyingPartyOf(config.PORTAL_URL, config.BASE_URL)
  // On this machine, pages with passkeys are opened as `localhost`.
  const route = routesOn(app, {
    guard,
    limits,
    extensions,
    checkOrigin: originCheck([config.BASE_URL, config.PORTAL_URL, ...relying_party.origins]),
  })
  const onMismatch = () => metrics.facts_mismatch.inc()
  const facts_keys = factsKeysOf(keyring.facts, config.BASE_URL, onMismatch, keyring.receipt)
  log.info({ kid: facts_keys.kid, thumbprint: facts_keys.thumbprint }, 'payment facts are signed with this key')
  const closing = closingOf(app)
  const all = {
    ...deps,
    sendExport: exportsUntil(closing),
    facts_keys,
    limits,
    base_url: config.BASE_URL,
    portal_url: config.PORTAL_URL,
    wallet_url: config.WALLET_URL,
    networks_enabled: config.NETWORKS_ENABLED,
    now: () => new Date(),
  }
  merchantAccountRoutes(route, { ...all, invitationsFor })
  merchantRoutes(route, all)
  merchantSessionRoutes(route, { ...all, relying_party })
  passkeyRoutes(route, { ...all, relying_party, invitationsFor })
  merchantKeyRoutes(route, all)
  memberRoutes(route, all)
  memberInvitationRoutes(route, all)
  domainRoutes(route, { ...all, vouched: vouchedPayees })
  organizationRoutes(route, { ...all, stopAgents })
  listingRoutes(route, all)
  recipientRoutes(route, { ...all, usesOf: usesOfVersions, openOf: countOfVersion })
  agentRoutes(route, { ...all, lastAskedAt })
  agentCredentialRoutes(route, all)
  agentAuthRoutes(route, all)
  deviceRoutes(route, all)
  connectInvitationRoutes(route, all)
  pairingRoutes(route, all)
  connectionRoutes(route, { ...all, stopWallet })
  transactionContextRoutes(route, all)
  const besideOf = besideFrom(pool)
  payeeFindingRoutes(route, { ...all, pool })
  const evidenceOf = evidenceFrom(pool)
  const bindings = bindingsFrom({ pool, notifications: deps.notifications })
  const receipts = receiptsFrom({ ...all, evidenceOf, receipt_keys: keyring.receipt })
  paymentRequestRoutes(route, {
    ...all,
    ...wearLimitsOf(config),
    ...bindings,
    besideOf,
    shows_ledger: modules,
    evidenceOf,
    receiptOf: receipts.ofRequest,
  })
  overviewRoutes(route, all)
  eventRoutes(route, {
    ...all,
    closing,
    drain: { signal: deps.draining, ms: config.DRAIN_MS },
  })
  projectRoutes(route, all)
  apiKeyRoutes(route, all)
  webhookEndpointRoutes(route, {
    ...all,
    outbound_loopback: config.OUTBOUND_LOOPBACK,
    event_types: webhookTypesOf(extensions),
  })
  webhookDeliveryRoutes(route, all)
  pushRoutes(route, { ...all, outbound_loopback: config.OUTBOUND_LOOPBACK })
  const versionFacts = keepVersionFacts({ transactions, base_url: config.BASE_URL, notifications: deps.notifications })
  automationPolicyRoutes(route, { ...all, versionFacts })
  agentPaymentRoutes(route, {
    ...all,
    versionFacts,
    ...bindings,
    evidenceOf,
    receiptOf: receipts.ofAgentPayment,
    pending_max: config.PENDING_MAX,
  })
  paymentAuthorizationRoutes(route, { ...all, versionFacts })
  factsKeyRoutes(route, all)
  payeeRoutes(route, all)
  payeeChangeRoutes(route, all)
  logRoutes(route, all)
  logFiles(app, { ...all, modules })
  auditEventRoutes(route, { ...all, readEmails })
  auditLogRoutes(route, { ...all, receipt_keys: keyring.receipt })
  healthRoutes(route, {
    ...all,
    served,
    extensions,
    receipt_keys: keyring.receipt,
    ledger_sources: modules ? config.LEDGER_SOURCES : [],
    ledger_quorum: config.LEDGER_QUORUM,
  })
  await app.register(async (site) => {
    await pageHeaders(site)
    await pages(site, { ...all, security_contact: config.SECURITY_CONTACT })
  })
  await app.register(async (site) => {
    await pageHeaders(site, { trusted_types: "'none'" })
    await portal(site)
  })
  return app
}

/** What keeps wallets from being worn down (docs/concepts.md). A load test multiplies what is counted by time. */
const wearLimitsOf = (config: Config) => ({
  create_limits: {
    pending_max: config.PENDING_MAX,
    wallet_pending_max: config.WALLET_PENDING_MAX,
    minute_max: Math.min(config.CREATES_PER_MINUTE_MAX * config.RATE_LIMIT_SCALE, 2 ** 31 - 1),
  },
  rejections: { max: config.PAUSE_AFTER_REJECTIONS, within_s: config.PAUSE_REJECTIONS_WITHIN_S },
})

/** Told before the server waits for its calls to finish: those that wait themselves would hold it up. */
const closingOf = (app: FastifyInstance): AbortSignal => {
  const closing = new AbortController()
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
  return closing.signal
}

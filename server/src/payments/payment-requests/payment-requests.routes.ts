import { readConnection } from '@pursestrings/contract/connections/operations'
import { findInOrganization } from '@pursestrings/contract/merchant-search/operations'
import type { AnswerOf } from '@pursestrings/contract/operation'
import * as contract from '@pursestrings/contract/payment-requests/operations'
import { exportPaymentRequests } from '@pursestrings/contract/payment-requests/operations'
import * as receipts from '@pursestrings/contract/receipts/operations'
import * as binding from '@pursestrings/contract/settlement/binding-operations'
import * as evidence from '@pursestrings/contract/settlement/operations'
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { ownConnection, readConnectionOfAgent } from '../../connections/connections/connections.reads.ts'
import { recordExport } from '../../organizations/audit-events/read-audit-events.ts'
import { findRecords } from '../../organizations/merchant-search/find-records.ts'
import type { CallerOf } from '../../platform/credentials/callers.ts'
import type { SendExport } from '../../platform/http/export.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import type { FactsKeys } from '../../transparency/facts-keys/facts-keys.ts'
import type { BesideOf } from './beside.ts'
import { cancelPaymentRequest } from './cancel-payment-request.ts'
import { checkExpiry, checkKey, checkOverrides, idempotencyKeyOf } from './check-create.ts'
import { checkPayerProof } from './check-payer-proof.ts'
import { checkTerms } from './check-terms.ts'
import type { CreateLimits } from './create.store.ts'
import { createPaymentRequest } from './create-payment-request.ts'
import { requestSheet } from './export-payment-requests.ts'
import type { Bindings } from './ledger-settlement.ts'
import { factsOf, type PaymentRequestRow, type paymentRequestView, requestIdOnWire } from './payment-request-view.ts'
import { findOne, inFull, readConnectionWithCounts, readMerchantPaymentRequest } from './read-in-full.ts'
import { findAgentRequest, listerOf, listMerchantPaymentRequests, readerOf } from './read-payment-requests.ts'
import { reportPaymentStatus } from './report-payment-status.ts'
import { findReportedRequest, type PauseAfter } from './reports.store.ts'
import { findRequests, isFiltered, searchMerchantRequests } from './search-requests.ts'
import { signerOf } from './sign-payment-requests.ts'
import { submitterOf } from './submit-payment-requests.ts'
import { reportSubmitterOf } from './submit-reports.ts'
import { factsAsPinned, keepVersionFacts } from './version-facts.ts'
import { findWalletRequest } from './wallet-requests.ts'

interface Deps extends Bindings {
  readonly pool: pg.Pool
  readonly metrics: Metrics
  readonly transactions: Transactions
  readonly notifications: Notifications
  readonly facts_keys: FactsKeys
  readonly base_url: string
  readonly create_limits: CreateLimits
  readonly rejections: PauseAfter
  readonly besideOf: BesideOf
  readonly shows_ledger: boolean
  readonly sendExport: SendExport
  readonly evidenceOf: (
    merchant_id: Uuid,
    payment_id: Uuid,
  ) => Promise<AnswerOf<typeof evidence.readEvidence>['evidence']>
  readonly receiptOf: (row: PaymentRequestRow, shown: ReturnType<typeof paymentRequestView>) => Promise<string>
  /** This process's clock: what it sets by default, the database checks. */
  readonly now: () => Date
}

export const paymentRequestRoutes = (route: Route, config: Deps): void => {
  const { pool, transactions } = config
  const versionFacts = keepVersionFacts(config)
  const signer = signerOf({ ...config, versionFacts })
  const deps = {
    ...config,
    versionFacts,
    signer,
    submit: submitterOf(config),
    submitReport: reportSubmitterOf(config),
    findReported: findReportedRequest(pool),
  }
  const read = readerOf(pool, signer)
  const list = listerOf(pool, signer)

  route(
    contract.createPaymentRequest,
    async ({ caller, body, headers, reply }) => {
      const idempotency_key = idempotencyKeyOf(headers, body.idempotency_key)
      const { replayed, payment_request } = await createPaymentRequest(deps, { caller, body, idempotency_key })
      if (replayed) reply.header('idempotency-replayed', 'true')
      return { payment_request }
    },
    [checkKey, checkOverrides, checkExpiry(config.now), checkTerms(config.base_url)],
  )

  route(readConnection, async ({ caller, params: { connection_id: named } }) => ({
    connection:
      caller.kind === 'device_token'
        ? await readConnectionWithCounts(transactions, caller, uuidOf('con', named))
        : await transactions.asTenant(caller.merchant_id, (tx) =>
            readConnectionOfAgent(tx, ownConnection(caller, named)),
          ),
  }))

  const shown = (
    caller: CallerOf<typeof contract.readPaymentRequest>,
    wanted: { request_id: string; connection_id?: string | undefined },
  ) => {
    if (caller.kind === 'connection_token') return read(caller.token_hash, wanted.request_id)
    return caller.kind === 'device_token'
      ? findWalletRequest(transactions, caller, wanted).then((row) => inFull(deps, row))
      : readMerchantPaymentRequest(deps, caller.merchant_id, wanted)
  }
  route(contract.readPaymentRequest, async ({ caller, params, query }) => ({
    payment_request: await shown(caller, { ...params, ...query }),
  }))

  const rowFor = async (
    caller: CallerOf<typeof evidence.readEvidence>,
    wanted: { request_id: string; connection_id?: string | undefined },
  ): Promise<PaymentRequestRow> => {
    if (caller.kind === 'connection_token') return findAgentRequest(transactions, caller, wanted.request_id)
    return caller.kind === 'device_token'
      ? findWalletRequest(transactions, caller, wanted)
      : findOne(deps, caller.merchant_id, wanted)
  }

  route(evidence.readEvidence, async ({ caller, params, query }) => {
    const { merchant_id, payment_request_id } = await rowFor(caller, { ...params, ...query })
    return { evidence: await config.evidenceOf(merchant_id, payment_request_id) }
  })

  route(receipts.readReceipt, async ({ caller, params, query }) => {
    const row = await rowFor(caller, { ...params, ...query })
    return { receipt: await config.receiptOf(row, await signer.one(row)) }
  })

  route(contract.listPaymentRequests, ({ caller, query }) => {
    if ('token_hash' in caller) return list(caller, query)
    const listed = isFiltered(query) ? searchMerchantRequests : listMerchantPaymentRequests
    return listed(deps, caller.merchant_id, query)
  })

  route(exportPaymentRequests, async ({ caller, query, reply, again }) => {
    const { merchant_id } = caller
    await recordExport(transactions, { action: 'payment_request.exported', caller, query })
    return config.sendExport(
      { merchant_id, format: query.format, reply, again },
      requestSheet(deps, merchant_id, query),
    )
  })

  route(findInOrganization, async ({ caller, query: { q } }) => ({
    hits: [
      ...(await findRequests(deps, caller.merchant_id, q)),
      ...(await transactions.asTenant(caller.merchant_id, (tx) => findRecords(tx, caller, q))),
    ],
  }))

  route(contract.cancelPaymentRequest, async ({ caller: { merchant_id, connection_id }, params: { request_id } }) => {
    const row = await transactions.asTenant(merchant_id, (tx) =>
      cancelPaymentRequest(tx, config.notifications, { connection_id, request_id }),
    )
    return { payment_request: await signer.one(row) }
  })

  route(binding.proveRequestPayer, async ({ caller, params: { request_id }, body }) => {
    const { connection_id, transaction_hash, ...proof } = body
    const row = await findWalletRequest(transactions, caller, { request_id, connection_id })
    const pinned = { ...row, request_id: requestIdOnWire(row) }
    const { facts } = await factsAsPinned(versionFacts, row, (...as) => factsOf(pinned, ...as))
    const { merchant_id, payment_request_id: payment_id, facts_digest } = row
    await config.keepProof(
      { merchant_id, payment_id },
      await checkPayerProof(proof, { facts, facts_digest, transaction_hash }),
    )
    return { payment_request: await signer.one(row) }
  })

  route(binding.acceptRequestPayment, async ({ caller: { merchant_id, account_id }, params, body }) => {
    const row = await findOne(deps, merchant_id, { ...params, ...body })
    const { payment_request_id: payment_id, connection_id } = row
    const { transaction_hash } = body
    const target = requestIdOnWire(row)
    await transactions.asTenant(merchant_id, (tx) =>
      config.acceptMatch(tx, { payment_id, connection_id, target, transaction_hash, account_id }),
    )
    return { payment_request: await signer.one(row) }
  })

  route(contract.reportPaymentStatus, ({ caller: { token_hash }, params: { request_id }, body }) =>
    reportPaymentStatus(deps, { ...body, token_hash, request_id }),
  )
}

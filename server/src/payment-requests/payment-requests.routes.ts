import { readConnection } from '@countersign/contract/connections/operations'
import { findInOrganization } from '@countersign/contract/merchant-search/operations'
import type { AnswerOf } from '@countersign/contract/operation'
import { exportPaymentRequests } from '@countersign/contract/payment-requests/export-operation'
import * as contract from '@countersign/contract/payment-requests/operations'
import * as receipts from '@countersign/contract/receipts/operations'
import * as stopping from '@countersign/contract/recipients/stop-operations'
import * as evidence from '@countersign/contract/settlement/operations'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { type Uuid, uuidOf } from '@countersign/contract/wire/ids'
import type pg from 'pg'
import { recordExport } from '../audit-events/export-audit-events.ts'
import type { FactsKeys } from '../facts-keys/facts-keys.ts'
import type { SendExport } from '../http/export.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Route } from '../http/route.ts'
import { findRecords } from '../merchant-search/find-records.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import type { Wake } from '../wake/wake.ts'
import { cancelPaymentRequest } from './cancel-payment-request.ts'
import { checkExpiry, checkKey, checkOverrides } from './check-create.ts'
import type { CreateLimits } from './create.store.ts'
import { createPaymentRequest } from './create-payment-request.ts'
import { requestSheet } from './export-payment-requests.ts'
import { findRequests } from './find-requests.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { readLateReports } from './index.store.ts'
import type { SettlementsOf } from './ledger-settlement.ts'
import type { PaymentRequestRow, paymentRequestView } from './payment-request-view.ts'
import { findRequestOfConnection } from './payment-requests.store.ts'
import { previewRecall } from './preview-recall.ts'
import { readConnectionWithCounts } from './read-connection-counts.ts'
import { findOne, inFull, readMerchantPaymentRequest } from './read-in-full.ts'
import { listMerchantPaymentRequests, listPaymentRequests, readerOf, withSources } from './read-payment-requests.ts'
import { repeatedTransactions } from './repeated-transactions.ts'
import { reportPaymentStatus } from './report-payment-status.ts'
import { findReportedRequest, type PauseAfter } from './reports.store.ts'
import { isFiltered, searchMerchantRequests } from './search-requests.ts'
import { signerOf } from './sign-payment-requests.ts'
import { submitterOf } from './submit-payment-requests.ts'
import { reportSubmitterOf } from './submit-reports.ts'
import { keepVersionFacts } from './version-facts.ts'
import { findWalletRequest } from './wallet-requests.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly metrics: Metrics
  readonly transactions: Transactions
  readonly wake: Wake
  readonly facts_keys: FactsKeys
  readonly base_url: string
  readonly create_limits: CreateLimits
  readonly rejections: PauseAfter
  readonly settlementsOf: SettlementsOf
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
  const { pool, transactions, facts_keys } = config
  const versionFacts = keepVersionFacts(transactions, config.wake)
  const signer = signerOf({
    versionFacts,
    facts_keys,
    repeatedAmong: repeatedTransactions(pool),
    lateReportsOf: readLateReports(pool),
    settlementsOf: config.settlementsOf,
  })
  const deps = {
    ...config,
    versionFacts,
    signer,
    submit: submitterOf(config),
    submitReport: reportSubmitterOf(config),
    findReported: findReportedRequest(pool),
  }
  const read = readerOf(pool, signer)
  const ofConnection = async (
    { merchant_id, connection_id }: { merchant_id: Uuid; connection_id: Uuid },
    request_id: string,
  ): Promise<PaymentRequestRow> => {
    const found = await transactions.asTenant(merchant_id, (tx) =>
      findRequestOfConnection(tx, connection_id, request_id),
    )
    if (!found) throw new Refusal(resourceNotFound)
    return (await withSources(transactions, merchant_id, [found]))[0] as PaymentRequestRow
  }

  route(
    contract.createPaymentRequest,
    async ({ caller, body, headers, reply }) => {
      const idempotency_key = idempotencyKeyOf(headers, body.idempotency_key)
      const { replayed, payment_request } = await createPaymentRequest(deps, { caller, body, idempotency_key })
      if (replayed) reply.header('idempotency-replayed', 'true')
      return { payment_request }
    },
    [checkKey, checkOverrides, checkExpiry(config.now)],
  )

  route(readConnection, async ({ caller, params }) => ({
    connection: await readConnectionWithCounts(transactions, caller, uuidOf('con', params.connection_id)),
  }))

  route(contract.readPaymentRequest, async ({ caller, params: { request_id }, query }) => ({
    payment_request:
      caller.kind === 'device_token'
        ? await inFull(deps, await findWalletRequest(transactions, caller, { ...query, request_id }))
        : await read(caller.token_hash, request_id),
  }))

  route(evidence.readEvidence, async ({ caller, params: { request_id }, query }) => {
    const found =
      caller.kind === 'device_token'
        ? await findWalletRequest(transactions, caller, { ...query, request_id })
        : await transactions.asTenant(caller.merchant_id, (tx) =>
            findRequestOfConnection(tx, caller.connection_id, request_id),
          )
    if (!found) throw new Refusal(resourceNotFound)
    return { evidence: await config.evidenceOf(found.merchant_id, found.payment_request_id) }
  })

  route(evidence.readMerchantEvidence, async ({ caller: { merchant_id }, params, query }) => {
    const { row } = await findOne(deps, merchant_id, { ...params, ...query })
    return { evidence: await config.evidenceOf(merchant_id, row.payment_request_id) }
  })

  route(receipts.readReceipt, async ({ caller, params: { request_id }, query }) => {
    const row =
      caller.kind === 'device_token'
        ? await findWalletRequest(transactions, caller, { ...query, request_id })
        : await ofConnection(caller, request_id)
    return { receipt: await config.receiptOf(row, await signer.one(row)) }
  })

  route(receipts.readMerchantReceipt, async ({ caller: { merchant_id }, params, query }) => {
    const { row } = await findOne(deps, merchant_id, { ...params, ...query })
    return { receipt: await config.receiptOf(row, await signer.one(row)) }
  })

  route(contract.listPaymentRequests, ({ caller, query }) => listPaymentRequests(deps, caller, query))

  route(contract.listMerchantPaymentRequests, ({ caller: { merchant_id }, query }) =>
    isFiltered(query)
      ? searchMerchantRequests(deps, merchant_id, query)
      : listMerchantPaymentRequests(deps, merchant_id, query),
  )

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
      cancelPaymentRequest(tx, config.wake, { connection_id, request_id }),
    )
    const [request] = await withSources(transactions, merchant_id, [row])
    return { payment_request: await signer.one(request as PaymentRequestRow) }
  })

  route(contract.readMerchantPaymentRequest, async ({ caller: { merchant_id }, params, query }) => ({
    payment_request: await readMerchantPaymentRequest(deps, merchant_id, { ...params, ...query }),
  }))

  route(stopping.previewRecall, ({ caller: { merchant_id }, params }) =>
    transactions.asTenant(merchant_id, (tx) =>
      previewRecall(tx, {
        recipient_id: uuidOf('rcp', params.recipient_id),
        recipient_version_id: uuidOf('rcv', params.recipient_version_id),
      }),
    ),
  )

  route(contract.reportPaymentStatus, ({ caller: { token_hash }, params: { request_id }, body }) =>
    reportPaymentStatus(deps, { ...body, token_hash, request_id }),
  )
}

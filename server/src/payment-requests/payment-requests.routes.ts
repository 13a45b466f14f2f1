import { readConnection } from '@countersign/contract/connections/operations'
import * as contract from '@countersign/contract/payment-requests/operations'
import * as stopping from '@countersign/contract/recipients/stop-operations'
import { uuidOf } from '@countersign/contract/wire/ids'
import type pg from 'pg'
import type { FactsKeys } from '../facts-keys/facts-keys.ts'
import type { Route } from '../http/route.ts'
import type { Transactions } from '../postgres/transaction.ts'
import type { Wake } from '../wake/wake.ts'
import { cancelPaymentRequest } from './cancel-payment-request.ts'
import { checkExpiry, checkKey, checkOverrides } from './check-create.ts'
import type { CreateLimits } from './create.store.ts'
import { createPaymentRequest } from './create-payment-request.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { readLateReports } from './index.store.ts'
import type { PaymentRequestRow } from './payment-request-view.ts'
import { previewRecall } from './preview-recall.ts'
import { readConnectionWithCounts } from './read-connection-counts.ts'
import { inFull, readMerchantPaymentRequest } from './read-in-full.ts'
import { listMerchantPaymentRequests, listPaymentRequests, readerOf, withSources } from './read-payment-requests.ts'
import { repeatedTransactions } from './repeated-transactions.ts'
import { reportPaymentStatus } from './report-payment-status.ts'
import type { PauseAfter } from './reports.store.ts'
import { isFiltered, searchMerchantRequests } from './search-requests.ts'
import { signerOf } from './sign-payment-requests.ts'
import { submitterOf } from './submit-payment-requests.ts'
import { reportSubmitterOf } from './submit-reports.ts'
import { keepVersionFacts } from './version-facts.ts'
import { findWalletRequest } from './wallet-requests.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly transactions: Transactions
  readonly wake: Wake
  readonly facts_keys: FactsKeys
  readonly create_limits: CreateLimits
  readonly rejections: PauseAfter
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
  })
  const deps = { ...config, versionFacts, signer, submit: submitterOf(config), submitReport: reportSubmitterOf(config) }
  const read = readerOf(pool, signer)

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
    connection: await readConnectionWithCounts(transactions, caller.device_id, uuidOf('con', params.connection_id)),
  }))

  route(contract.readPaymentRequest, async ({ caller, params: { request_id }, query }) => ({
    payment_request:
      caller.kind === 'device_token'
        ? await inFull(
            deps,
            await findWalletRequest(transactions, { ...query, device_id: caller.device_id, request_id }),
          )
        : await read(caller.token_hash, request_id),
  }))

  route(contract.listPaymentRequests, ({ caller, query }) => listPaymentRequests(deps, caller, query))

  route(contract.listMerchantPaymentRequests, ({ caller: { merchant_id }, query }) =>
    isFiltered(query)
      ? searchMerchantRequests(deps, merchant_id, query)
      : listMerchantPaymentRequests(deps, merchant_id, query),
  )

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

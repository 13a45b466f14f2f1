/** A payment with everything that a receipt can show: a witnessed payee, a signed decision, and a ledger that has it. */
import { randomBytes } from 'node:crypto'
import { Memo } from '@stellar/stellar-sdk/base'
import { expect } from 'vitest'
import type { Asking } from '../../../server/test/asking.ts'
import { addKey, type DeviceKey, decisionFor, newDeviceKey } from '../../../server/test/device.ts'
import { type LedgerWorld, secondsOf, startLedgerWorld } from '../../../server/test/ledger-world.ts'
import { until } from '../../../server/test/until.ts'
import { startWorld } from '../../../server/test/world.ts'
import { startWitness } from './witness.ts'

export const ISSUER = 'http://127.0.0.1:8787'

export interface Receipted {
  readonly on: LedgerWorld
  readonly shop: Asking
  readonly key: DeviceKey
  readonly policy: string
  /** A request that its wallet decided with its key, and that was then paid if it was signed. */
  decided(status: 'signed' | 'rejected', payer?: 'proven' | 'unproven'): Promise<string>
  receiptOf(request_id: string): Promise<string>
  stop(): Promise<void>
}

export const startReceipted = async (): Promise<Receipted> => {
  const LOG_KEY = randomBytes(32).toString('base64url')
  const witness = await startWitness(LOG_KEY, ISSUER)
  const FACTS_KEYS = `facts-1:${randomBytes(32).toString('base64url')}`
  const more = { LOG_KEY, LOG_WITNESSES: witness.setting, FACTS_KEYS, LOG_LEVEL: 'error' }
  const on = await startLedgerWorld({ start: (settings) => startWorld({ ...settings, ...more }) })
  const shop = await on.asking({ memo: 'id:7' })
  const key = newDeviceKey()
  expect((await addKey(shop.device, key, { aud: ISSUER })).status).toBe(201)
  const path = (request_id: string) => `/v1/payment-requests/${request_id}/receipt`
  return {
    on,
    shop,
    key,
    policy: await (await fetch(`${on.world.url}/.well-known/svc-log-policy.txt`)).text(),
    async decided(status, payer = 'proven') {
      const request = await shop.asked()
      const max_time = Number(secondsOf(request.expires_at))
      const transaction = on.transaction({ to: shop.payee.address, memo: Memo.id('7'), max_time })
      const paid = status === 'signed' ? { transaction_hash: Buffer.from(transaction.hash()).toString('hex') } : {}
      const about = { aud: ISSUER, device_id: shop.device.device_id, status, ...paid }
      const proof =
        paid.transaction_hash !== undefined && payer === 'proven' && on.proof(request, paid.transaction_hash)
      const decision_jws = decisionFor(key, request, about)
      const body = { status, ...paid, decision_jws, ...(proof && { payer_proof: proof }) }
      expect((await shop.report(request.request_id, body)).status).toBe(200)
      if (status === 'signed') {
        on.include(transaction)
        await on.settled(shop, request.request_id, ({ assurance, ledger_match }) =>
          payer === 'proven' ? assurance === 'chain_observed' : ledger_match !== undefined,
        )
      }
      return request.request_id as string
    },
    async receiptOf(request_id) {
      await until(async () => (await shop.call('GET', path(request_id))).status === 200)
      return (await shop.call('GET', path(request_id))).json.receipt as string
    },
    async stop() {
      await on.stop()
      witness.stop()
    },
  }
}

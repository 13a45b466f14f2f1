/** What a ledger may do to a payment: lose answers, drop it, refuse it, raise its price, lag, forget, begin again. */
import type { Step } from '@pursestrings/signing/progress'
import { ownSigner, SignatureRefusedError, type WalletSigner } from '@pursestrings/signing/signer'
import { ownKey } from '@pursestrings/stellar/own-key'
import { Asset, Memo, Operation, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ledger } from '../../../tests/ledger-double/ledger.ts'
import { keyOf, transactionBy } from '../../../tests/ledger-double/payer.ts'
import { type Ground, startGround } from './ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await startGround()
})
afterAll(() => ground.stop())

const PATIENTLY = { timeout: 60_000, interval: 50 }
/** A second of the ledger's time: a request lives for many. */
const closeAndCount = (units: bigint) => () => {
  ground.double.ledger.close(ground.double.ledger.latest().closed_at + 1n)
  return ground.payments(units)
}

const statusOf = async (request_id: string) => {
  const { payment_request } = await ground.ready.wallet.paymentRequests.read(request_id)
  return { status: payment_request.status, reason: payment_request.reason }
}

describe('an answer that is lost', () => {
  test.each(['lost_before', 'lost_after'] as const)('%s the ledger took it: paid once', async (kind) => {
    const asked = await ground.asked()
    ground.double.source.faults.calls.push({ kind, call: 'sendTransaction' })
    const { payer } = ground.device({ closes: false })
    const paying = payer.pay(asked)
    await expect.poll(closeAndCount(asked.units), PATIENTLY).toBe(1)
    expect(await paying).toMatchObject({ is: 'paid' })
    expect(ground.payments(asked.units)).toBe(1)
  })

  test.each(['getTransaction', 'getLatestLedger', 'getLedgerEntries', 'getFeeStats'])('%s', async (call) => {
    const asked = await ground.asked()
    const { calls } = ground.double.source.faults
    calls.push({ kind: 'lost_after', call }, { kind: 'too_many', call }, { kind: 'timeout', call })
    expect(await ground.device().payer.pay(asked)).toMatchObject({ is: 'paid' })
    expect(ground.payments(asked.units)).toBe(1)
  })

  test('a set that is dropped: the same bytes are sent again', async () => {
    const asked = await ground.asked()
    let sent = 0
    const { payer } = ground.device({
      tell: ({ step }) => {
        if (step !== 'sent') return
        sent++
        ground.double.ledger.dropNextSet()
        ground.double.ledger.close()
        ground.double.ledger.close()
      },
    })
    const paying = payer.pay(asked)
    await expect.poll(() => (sent > 0 ? closeAndCount(asked.units)() : 0), PATIENTLY).toBe(1)
    expect(await paying).toMatchObject({ is: 'paid' })
  })
})

describe('another transaction of the account', () => {
  const rival = (sequence_after: number) => {
    const key = keyOf(1)
    const pay = Operation.payment({ destination: keyOf(2).publicKey(), asset: Asset.native(), amount: '1' })
    const sequence = (ground.double.ledger.accounts.get(key.publicKey())?.sequence ?? 0n) + BigInt(sequence_after)
    return transactionBy(ground.double.ledger, key, [pay], { sequence })
  }

  test('that is queued first makes it wait, and then kills it: failed, with the reason', async () => {
    const asked = await ground.asked()
    const device = ground.device({
      tell: ({ step }) => {
        if (step !== 'claim_kept') return
        ground.double.ledger.submit(rival(1).toEnvelope())
        setTimeout(() => ground.double.ledger.close(), 100)
      },
    })
    const result = await device.payer.pay(asked)
    expect(result).toMatchObject({ is: 'failed', reason: 'sequence_conflict', reported: true })
    expect(await statusOf(asked.request_id)).toEqual({ status: 'failed', reason: 'sequence_conflict' })
    expect(ground.payments(asked.units)).toBe(0)
  })

  test('that was applied before it was sent: failed, too', async () => {
    const asked = await ground.asked()
    const device = ground.device({
      tell: ({ step }) => {
        if (step !== 'claim_kept') return
        ground.double.ledger.submit(rival(1).toEnvelope())
        ground.double.ledger.close()
      },
    })
    expect(await device.payer.pay(asked)).toMatchObject({ is: 'failed', reason: 'sequence_conflict' })
  })
})

test('a fee that is too low is raised around the same payment', async () => {
  const asked = await ground.asked()
  ground.double.ledger.setLeastFee(350n)
  const device = ground.device()
  const result = await device.payer.pay(asked)
  ground.double.ledger.setLeastFee(100n)
  const { transaction_hash } = (await device.entry(asked.request_id)) ?? {}
  expect(result).toMatchObject({ is: 'paid', transaction_hash })
  expect(ground.payments(asked.units)).toBe(1)
  const found = ground.double.ledger.ledgers
    .flatMap((one) => one.transactions)
    .find((one) => one.hash === transaction_hash)
  expect(found?.listed_hash).not.toBe(transaction_hash)
})

describe('a wallet that signs something else', () => {
  const own = ownKey(new Uint8Array(32).fill(1))
  const PUBLIC = 'Public Global Stellar Network ; September 2015'
  const honest = ownSigner(own)
  const wrong: [string, WalletSigner['sign']][] = [
    ['for another network', (envelope) => honest.sign(envelope, PUBLIC)],
    [
      'with another key',
      (envelope, network) =>
        ownSigner({ ...ownKey(new Uint8Array(32).fill(7)), address: own.address }).sign(envelope, network),
    ],
    [
      'that leaves out the reference',
      (envelope, network) => {
        const bare = TransactionBuilder.cloneFrom(TransactionBuilder.fromXdr(envelope, network) as Transaction)
        return honest.sign(bare.addMemo(Memo.none()).build().toXdr(), network)
      },
    ],
    ['nothing', (envelope) => Promise.resolve(envelope)],
    ['garbage', () => Promise.resolve('AAAA')],
  ]
  test.each(wrong)('%s: nothing is kept, claimed or sent', async (what, sign) => {
    const asked = await ground.asked()
    const device = ground.device({ signer: { address: honest.address, sign } })
    const failure: unknown = await device.payer.pay(asked).catch((one: unknown) => one)
    expect(failure).toBeInstanceOf(what === 'with another key' ? TypeError : SignatureRefusedError)
    expect(await device.journal.list()).toEqual([])
    expect(await statusOf(asked.request_id)).toMatchObject({ status: 'pending' })
  })
})

describe('on a ledger of its own', () => {
  let ledger: Ledger
  beforeEach(async () => {
    ledger = (await ground.newLedger()).ledger
    ground.fate = () => 'pass'
  })

  /** The device, and a ledger that does something at a step. */
  const withLedger = async (step: Step, does: (max_time: bigint) => void) => {
    const asked = await ground.asked()
    const device = ground.device({
      tell: async (progress) => {
        if (progress.step !== step) return
        const { max_time = 0 } = (await device.entry(asked.request_id)) ?? {}
        does(BigInt(max_time))
      },
    })
    return { asked, device, status: () => statusOf(asked.request_id) }
  }

  test('it is dead once a later ledger than its bound has closed without it', async () => {
    const { asked, device, status } = await withLedger('sent_reported', (max_time) => {
      ledger.dropNextSet()
      ledger.close(max_time)
      expect(ledger.latest().closed_at).toBe(max_time)
      setTimeout(() => ledger.close(max_time + 1n), 100)
    })
    // Until then it could be applied, and is sent again: the queue is dropped once more.
    ledger.onClose(() => ledger.dropNextSet())
    expect(await device.payer.pay(asked)).toMatchObject({ is: 'failed', reason: 'expired_unapplied' })
    expect(await status()).toEqual({ status: 'failed', reason: 'expired_unapplied' })
    expect(ground.payments(asked.units)).toBe(0)
  })

  test('claimed, but past its bound before it was sent: nothing is sent any more', async () => {
    const { asked, device } = await withLedger('claim_kept', (max_time) => ledger.close(max_time + 1n))
    expect(await device.payer.pay(asked)).toMatchObject({ is: 'failed', reason: 'expired_unapplied' })
    ledger.close()
    expect(ground.payments(asked.units)).toBe(0)
  })

  test('a source that lags or has forgotten proves nothing', async () => {
    const { faults } = ground.double.source
    const { asked, device, status } = await withLedger('sent_reported', (max_time) => {
      const { sequence } = ledger.close()
      ledger.close(max_time + 1n)
      ledger.close()
      // The payment is in the ledger, and this source no longer knows that one.
      faults.oldest = sequence + 1
    })
    expect(await device.payer.pay(asked)).toMatchObject({ is: 'lost', reason: 'history_gone' })
    expect(await status()).toMatchObject({ status: 'broadcasted' })
    expect(ground.payments(asked.units)).toBe(1)
  })

  test('an old head is waited for', async () => {
    const { faults } = ground.double.source
    const { asked, device } = await withLedger('sent_reported', (max_time) => {
      faults.head = ledger.latest().sequence
      ledger.close()
      ledger.close(max_time + 1n)
      setTimeout(() => delete faults.head, 200)
    })
    expect(await device.payer.pay(asked)).toMatchObject({ is: 'paid' })
  })

  test('one that begins again has no verdict: nothing is reported, and nothing signed again', async () => {
    const { asked, device, status } = await withLedger('sent_reported', () => ledger.reset())
    expect(await device.payer.pay(asked)).toMatchObject({ is: 'lost', reason: 'ledger_reset' })
    expect(await status()).toMatchObject({ status: 'broadcasted' })
    expect(await device.payer.pay(asked)).toMatchObject({ is: 'lost' })
  })

  test('one that began again and has more ledgers than before is still another', async () => {
    const { asked, device } = await withLedger('sent_reported', (max_time) => {
      const { sequence } = ledger.latest()
      ledger.reset()
      for (let n = 0; n <= sequence; n++) ledger.close()
      ledger.close(max_time + 1n)
    })
    expect(await device.payer.pay(asked)).toMatchObject({ is: 'lost', reason: 'ledger_reset' })
  })

  test('while the service is gone, an envelope that was never sent does not hold the account past its bound', async () => {
    const { asked, device } = await withLedger('kept', () => (ground.fate = () => 'drop'))
    expect(await device.payer.pay(asked)).toMatchObject({ is: 'unknown', waits_for: 'service' })
    const { max_time = 0 } = (await device.entry(asked.request_id)) ?? {}
    ledger.close(BigInt(max_time) + 1n)
    expect((await device.payer.resume()).map(({ result }) => result)).toMatchObject([
      { is: 'failed', reason: 'expired_unapplied', reported: false },
    ])
    expect(await device.entry(asked.request_id)).not.toHaveProperty('envelope')
    expect(ground.payments(asked.units)).toBe(0)
  })
})

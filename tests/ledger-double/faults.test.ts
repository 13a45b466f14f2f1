import { Horizon, rpc } from '@stellar/stellar-sdk'
import { Asset, Operation, hash as sha256, xdr } from '@stellar/stellar-sdk/base'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LedgerDouble, type Source, startLedgerDouble } from './ledger-double.ts'
import { fundedKey, transactionBy } from './payer.ts'
import { noFaults } from './source-view.ts'

let double: LedgerDouble
beforeEach(async () => {
  double = await startLedgerDouble({ started_at: 1_800_000_000n, wait_ms: 200 })
})
afterEach(() => double.stop())

const rpcOf = ({ rpc_url }: Source = double.source) => new rpc.Server(rpc_url, { allowHttp: true })
const horizonOf = ({ horizon_url }: Source = double.source) => new Horizon.Server(horizon_url, { allowHttp: true })

/** A payment that is ready to be sent. */
const ready = (amount = '12.5') => {
  const [from, to] = [fundedKey(double.ledger, 1), fundedKey(double.ledger, 2)]
  const pay = Operation.payment({ destination: to.publicKey(), asset: Asset.native(), amount })
  const transaction = transactionBy(double.ledger, from, [pay])
  return { transaction, hash: xdr.encodeBytes(transaction.hash(), 'hex'), to: to.publicKey() }
}
const paid = (amount?: string) => {
  const made = ready(amount)
  double.ledger.submit(made.transaction.toEnvelope())
  return { ...made, ledger: double.ledger.close() }
}

describe('an answer that is lost', () => {
  test('before it was taken: nothing was sent', async () => {
    const { transaction, hash } = ready()
    double.source.faults.calls.push({ kind: 'lost_before', call: 'sendTransaction' })
    await expect(rpcOf().sendTransaction(transaction)).rejects.toThrow('')
    double.ledger.close()
    expect((await rpcOf().getTransaction(hash)).status).toBe('NOT_FOUND')
  })

  test('after it was taken: it is in the next ledger', async () => {
    const { transaction, hash } = ready()
    double.source.faults.calls.push({ kind: 'lost_after', call: 'sendTransaction' })
    await expect(rpcOf().sendTransaction(transaction)).rejects.toThrow('')
    double.ledger.close()
    expect((await rpcOf().getTransaction(hash)).status).toBe('SUCCESS')
  })

  test('a set that is dropped leaves nothing behind, and the same bytes may be sent again', async () => {
    const { transaction, hash } = ready()
    expect((await rpcOf().sendTransaction(transaction)).status).toBe('PENDING')
    double.ledger.dropNextSet()
    double.ledger.close()
    expect((await rpcOf().getTransaction(hash)).status).toBe('NOT_FOUND')
    expect((await rpcOf().sendTransaction(transaction)).status).toBe('PENDING')
    double.ledger.close()
    expect((await rpcOf().getTransaction(hash)).status).toBe('SUCCESS')
  })

  test('slow, too many, timed out: once each, and only the call that was meant', async () => {
    const { faults } = double.source
    faults.calls.push(
      { kind: 'slow', ms: 60 },
      { kind: 'too_many', call: 'fee_stats' },
      { kind: 'timeout', call: 'fee_stats' },
    )
    const began = performance.now()
    await rpcOf().getHealth()
    expect(performance.now() - began).toBeGreaterThan(55)
    await rpcOf().getHealth()
    await expect(horizonOf().feeStats()).rejects.toMatchObject({ response: { status: 429 } })
    await expect(horizonOf().feeStats()).rejects.toMatchObject({ response: { status: 504 } })
    expect((await horizonOf().feeStats()).last_ledger_base_fee).toBe('100')
  })

  test('a submission whose ledger does not come ends with 504, and may still be applied', async () => {
    const { transaction, hash } = ready()
    await expect(horizonOf().submitTransaction(transaction)).rejects.toMatchObject({ response: { status: 504 } })
    double.ledger.close()
    expect((await horizonOf().transactions().transaction(hash).call()).successful).toBe(true)
  })
})

describe('a source that is wrong, beside one that is right', () => {
  const hides: [string, (faults: Source['faults'], hash: string, sequence: number) => void][] = [
    ['an old head', (faults, _, sequence) => (faults.head = sequence - 1)],
    ['a short history', (faults, _, sequence) => (faults.oldest = sequence + 1)],
    ['a gap', (faults, _, sequence) => (faults.gap = { from: sequence, to: sequence })],
    ['an omission', (faults, hash) => void faults.omitted.add(hash)],
  ]
  test.each(hides)('%s hides a payment', async (_, hide) => {
    const { hash, to, ledger } = paid()
    double.ledger.close()
    const wrong = await double.addSource()
    hide(wrong.faults, hash, ledger.sequence)
    expect((await rpcOf(wrong).getTransaction(hash)).status).toBe('NOT_FOUND')
    const seen = await horizonOf(wrong).payments().forAccount(to).cursor('0').call()
    expect(seen.records).not.toContainEqual(expect.objectContaining({ type: 'payment' }))
    expect((await rpcOf().getTransaction(hash)).status).toBe('SUCCESS')
  })

  test('without classic events there is not even a fee', async () => {
    paid()
    double.source.faults.classic_events = false
    expect((await rpcOf().getEvents({ startLedger: 1, filters: [] })).events).toEqual([])
    Object.assign(double.source.faults, noFaults())
    expect((await rpcOf().getEvents({ startLedger: 1, filters: [] })).events.length).toBeGreaterThan(0)
  })

  test('an altered amount is shown in lists, while the envelope has the true one', async () => {
    const { hash, to, transaction } = paid()
    double.source.faults.altered.set(hash, 7n)
    const { records } = await horizonOf().payments().forAccount(to).order('desc').limit(1).call()
    expect(records).toMatchObject([{ amount: '0.0000007' }])
    const found = await rpcOf().getTransaction(hash)
    expect('envelopeXdr' in found && found.envelopeXdr.equals(transaction.toEnvelope())).toBe(true)
  })

  test('a forged result is believed by whoever only asks, and is not what the header holds', async () => {
    const { hash, ledger } = paid('99999')
    expect((await rpcOf().getTransaction(hash)).status).toBe('FAILED')
    double.source.faults.forged.set(hash, 'success')
    expect((await rpcOf().getTransaction(hash)).status).toBe('SUCCESS')
    const resultsShown = async () => {
      const { ledgers } = await rpcOf().getLedgers({ startLedger: ledger.sequence, pagination: { limit: 1 } })
      const meta = ledgers[0]?.metadataXdr
      const results = meta?.type === 'v2' ? meta.v2.txProcessing.map(({ result }) => result) : []
      return sha256(new xdr.TransactionResultSet({ results }).toXdr('raw'))
    }
    const held = ledger.header.txSetResultHash.toBytes()
    expect(await resultsShown()).not.toEqual(held)
    double.source.faults.forged.clear()
    expect(await resultsShown()).toEqual(held)
  })

  test('a reset takes everything, under the same name and with other hashes', async () => {
    const { hash } = paid()
    const before = double.ledger.ledgers[0]?.hash
    double.ledger.reset()
    expect((await rpcOf().getLatestLedger()).sequence).toBe(1)
    expect(double.ledger.ledgers[0]?.hash).not.toBe(before)
    expect((await rpcOf().getTransaction(hash)).status).toBe('NOT_FOUND')
    expect((await rpcOf().getNetwork()).passphrase).toBe(double.ledger.passphrase)
  })
})

test('by itself, a ledger closes every few milliseconds', async () => {
  await using busy = await startLedgerDouble({ every_ms: 5 })
  await expect.poll(() => busy.ledger.latest().sequence).toBeGreaterThan(3)
})

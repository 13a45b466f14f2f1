import { readFileSync } from 'node:fs'
import {
  Account,
  Asset,
  Keypair,
  Operation,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk/base'
import { describe, expect, test } from 'vitest'
import { resultOf } from '../../../tests/ledger-double/apply-transaction.ts'
import { closeLedger } from '../../../tests/ledger-double/close-ledger.ts'
import { openLedger } from '../../../tests/ledger-double/ledger.ts'
import { fundedKey, keyOf, transactionBy } from '../../../tests/ledger-double/payer.ts'
import { ledgerMeta } from '../../../tests/ledger-double/transaction-set.ts'
import { readEnvelope } from './envelope.ts'
import { isProofOf, isProofSigned, ownSignaturesOnly, signPayerProof } from './payer-proof.ts'
import { readTransaction } from './read-transaction.ts'
import { type Seal, takeSeal, verifySeal } from './seal.ts'
import { PAYEE, PAYER, STRANGER, signAs, TESTNET } from './stellar.vectors.ts'

// Who can say whose payment it was: a key of the paying account, and nobody who only knows the transaction.
describe('payer proof', () => {
  interface Vector {
    what: string
    form: 'raw' | 'sep53'
    network: string
    transaction_hash: string
    place: string
    facts_digest: string
    account: string
    signer: string
    signature: string
    counts: boolean
  }
  const { proofs } = JSON.parse(
    readFileSync(new URL('../../../tests/vectors/payer-proof.json', import.meta.url), 'utf8'),
  ) as { proofs: Vector[] }
  const COSIGNER = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(5))

  describe('a proof', () => {
    test.each(proofs.map((one) => [one.what, one] as const))('is signed, or not: %s', (_, one) => {
      expect(isProofSigned(one, one)).toBe(one.counts)
    })

    test('that this package makes is the one of the vectors', async () => {
      const [first] = proofs as [Vector]
      const made = await signPayerProof(first, { account: PAYER.publicKey(), sign: signAs(PAYER) })
      expect(made).toEqual({ account: first.account, signer: first.signer, signature: first.signature })
    })

    test('is not made where the signer signs something else', async () => {
      const [first] = proofs as [Vector]
      const wrong = signPayerProof(first, { account: PAYER.publicKey(), sign: signAs(STRANGER) })
      await expect(wrong).rejects.toThrow('the signer made no valid signature')
    })
  })

  const paid = xdr.OperationResult.opInner(xdr.OperationResultTr.payment(xdr.PaymentResult.paymentSuccess()))
  const pay = (source?: Keypair) =>
    Operation.payment({
      destination: PAYEE.publicKey(),
      asset: Asset.native(),
      amount: '7',
      ...(source && { source: source.publicKey() }),
    })
  const resultText = (result: xdr.TransactionResultResult) =>
    new xdr.TransactionResult({ feeCharged: 100n, result, ext: xdr.TransactionResultExt.v0() }).toXdr('base64')

  interface Made {
    readonly operations?: xdr.Operation[]
    readonly by?: Keypair[]
    readonly extra?: Keypair
  }
  const transactionOf = ({ operations = [pay()], by = [PAYER], extra }: Made = {}): Transaction => {
    const account = new Account(PAYER.publicKey(), '1')
    const builder = new TransactionBuilder(account, { fee: '100', networkPassphrase: TESTNET }).setTimebounds(0, 99)
    for (const operation of operations) builder.addOperation(operation)
    if (extra) builder.setExtraSigners([extra.publicKey()])
    const transaction = builder.build()
    transaction.sign(...by)
    return transaction
  }
  const readOf = (transaction: Transaction) => {
    const results = transaction.operations.map(() => paid)
    const result = resultText(xdr.TransactionResultResult.txSuccess(results))
    const read = readTransaction({ envelope: transaction.toEnvelope().toXdr('base64'), result }, TESTNET)
    if (read === undefined) throw new Error('it cannot be read')
    return read
  }
  const from = PAYER.publicKey()
  const by = (signer: Keypair, account = from) => ({ account, signer: signer.publicKey() })

  describe('in a transaction', () => {
    test('a key that did not sign it proves nothing', () => {
      expect(isProofOf(by(PAYER), readOf(transactionOf()), { from })).toBe(true)
      expect(isProofOf(by(STRANGER), readOf(transactionOf()), { from })).toBe(false)
      expect(isProofOf(by(PAYER), readOf(transactionOf({ by: [COSIGNER] })), { from })).toBe(false)
    })

    test('another account than the one that paid proves nothing', () => {
      const read = readOf(transactionOf({ operations: [pay(), pay(STRANGER)], by: [PAYER, STRANGER] }))
      expect(isProofOf(by(STRANGER, STRANGER.publicKey()), read, { from })).toBe(false)
      expect(isProofOf(by(STRANGER, STRANGER.publicKey()), read, { from: STRANGER.publicKey() })).toBe(true)
    })

    test('where the account acts alone, every key that signed it is one of its own', () => {
      expect(isProofOf(by(COSIGNER), readOf(transactionOf({ by: [COSIGNER] })), { from })).toBe(true)
    })

    test('where others act too, only the master key is known to be its own', () => {
      const read = readOf(transactionOf({ operations: [pay(), pay(STRANGER)], by: [PAYER, STRANGER] }))
      expect(isProofOf(by(STRANGER), read, { from })).toBe(false)
      expect(isProofOf(by(PAYER), read, { from })).toBe(true)
    })

    test('a key that the transaction only asks to sign besides is none of the account', () => {
      const read = readOf(transactionOf({ by: [PAYER, STRANGER], extra: STRANGER }))
      expect(isProofOf(by(STRANGER), read, { from })).toBe(false)
      expect(isProofOf(by(PAYER), read, { from })).toBe(true)
    })

    test('whoever wraps it in a fee bump proves nothing by signing the outside', () => {
      const inner = transactionOf()
      const bump = TransactionBuilder.buildFeeBumpTransaction(STRANGER, '1000', inner, TESTNET)
      bump.sign(STRANGER)
      const pair = new xdr.InnerTransactionResultPair({
        transactionHash: new xdr.Hash(inner.hash()),
        result: new xdr.InnerTransactionResult({
          feeCharged: 100n,
          result: xdr.InnerTransactionResultResult.txSuccess([paid]),
          ext: xdr.InnerTransactionResultExt.v0(),
        }),
      })
      const result = resultText(xdr.TransactionResultResult.txFeeBumpInnerSuccess(pair))
      const read = readTransaction({ envelope: bump.toEnvelope().toXdr('base64'), result }, TESTNET)
      if (read === undefined) throw new Error('it cannot be read')
      expect(isProofOf(by(STRANGER), read, { from })).toBe(false)
      expect(isProofOf(by(PAYER), read, { from })).toBe(true)
    })

    test('of what only a seal shows, a signature that anybody could have added counts for nothing', () => {
      const read = readOf(transactionOf({ by: [PAYER, STRANGER] }))
      expect(isProofOf(by(STRANGER), read, { from })).toBe(true)
      expect(isProofOf(by(STRANGER), ownSignaturesOnly(read), { from })).toBe(false)
      expect(isProofOf(by(PAYER), ownSignaturesOnly(read), { from })).toBe(true)
    })
  })
})

describe('seal', () => {
  const PUBLIC = 'Public Global Stellar Network ; September 2015'
  /** The three validators of the test network, from the configuration of stellar-core. */
  const VALIDATORS = [
    'GDKXE2OZMJIPOSLNA6N6F2BVCI3O777I2OOC4BV7VOYUEHYX7RTRYA7Y',
    'GCUCJTIYXSOXKBSNFGNFWW5MUQ54HKRPGJUTQFJ5RQXZXNOLNXYDHRAP',
    'GC2V2EFSXN6SQTWVYA5EPJPBWWIMSD2XQNKUOHGEKB535AQE2I6IXV2Z',
  ]

  const ledger = openLedger({ passphrase: TESTNET, started_at: 1_800_000_000n })
  const [payer, payee] = [fundedKey(ledger, 1), fundedKey(ledger, 2)]
  const pay = Operation.payment({ destination: payee.publicKey(), asset: Asset.native(), amount: '12.5' })
  const plain = transactionBy(ledger, payer, [pay])
  const other = transactionBy(ledger, payee, [Operation.bumpSequence({ bumpTo: '1' })])
  ledger.submit(plain.toEnvelope())
  ledger.submit(other.toEnvelope())
  const own = ledger.close()
  const next = ledger.close()
  const metaOf = (one: Parameters<typeof ledgerMeta>[0]) => xdr.encodeBytes(ledgerMeta(one, true), 'base64')
  const metas = [own, next].map(metaOf)
  const hash = xdr.encodeBytes(plain.hash(), 'hex')
  const envelope = plain.toEnvelope().toXdr('base64')

  const take = (): Seal => {
    const seal = takeSeal(hash, envelope, metas)
    if (seal === undefined) throw new Error('no seal')
    return seal
  }
  const trusted = { passphrase: TESTNET, validators: [ledger.validator] }
  const reasonOf = (seal: Seal, trust = trusted) => {
    const verdict = verifySeal(seal, trust)
    return verdict.ok ? 'ok' : verdict.reason
  }

  describe('the seal of a payment', () => {
    test('shows offline which ledger holds it, and what it did', () => {
      expect(verifySeal(take(), trusted)).toMatchObject({
        ok: true,
        ledger: { sequence: own.sequence, hash: own.hash, closed_at: own.closed_at },
        transaction: { hash, successful: true, transfers: [{ to: payee.publicKey(), units: 125_000_000n }] },
        node: ledger.validator,
      })
    })

    test("is refused from a validator that is not trusted, as the double's is not on the test network", () => {
      expect(reasonOf(take(), { passphrase: TESTNET, validators: VALIDATORS })).toBe('node_not_trusted')
    })

    test('holds for a fee bump, by the hash of what it carries', () => {
      const inner = transactionBy(ledger, payer, [pay])
      const bump = TransactionBuilder.buildFeeBumpTransaction(payee, '300', inner, TESTNET)
      bump.sign(payee)
      ledger.submit(bump.toEnvelope())
      const ledgers = [ledger.close(), ledger.close()].map(metaOf)
      const seal = takeSeal(xdr.encodeBytes(bump.hash(), 'hex'), bump.toEnvelope().toXdr('base64'), ledgers)
      const verdict = seal && verifySeal(seal, trusted)
      expect(verdict).toMatchObject({ ok: true, transaction: { hash: xdr.encodeBytes(inner.hash(), 'hex') } })
    })

    test('reaches over ledgers between it and the signature', () => {
      ledger.close()
      const third = xdr.LedgerCloseMeta.fromXdr(metaOf(ledger.close()), 'base64')
      if (third.type !== 'v2') throw new Error('too few ledgers')
      const all = ledger.ledgers.slice(ledger.ledgers.indexOf(own), -1).map(({ header }) => header.toXdr('base64'))
      const { header } = third.v2.ledgerHeader
      if (header.scpValue.ext.type !== 'stellarValueSigned') throw new Error('not signed')
      const far: Seal = {
        ...take(),
        headers: all,
        next_set: third.v2.txSet.toXdr('base64'),
        next_closed_at: header.scpValue.closeTime.toString(),
        signature: xdr.encodeBytes(header.scpValue.ext.lcValueSignature.signature.toBytes(), 'hex'),
      }
      expect(reasonOf(far)).toBe('ok')
      expect(reasonOf({ ...far, headers: all.toSpliced(1, 1) })).toBe('headers')
      expect(reasonOf({ ...far, headers: all.slice(0, 1) })).toBe('next_set')
    })

    test.each([
      ['another signature', 'signature', { ...take(), signature: 'ab'.repeat(64) }],
      ['another close time', 'signature', { ...take(), next_closed_at: (next.closed_at + 1n).toString() }],
      ['no header', 'headers', { ...take(), headers: [] }],
      ['another header', 'next_set', { ...take(), headers: [next.header.toXdr('base64')] }],
      [
        'another transaction',
        'transaction',
        { ...take(), envelope: transactionBy(ledger, payer, [pay, pay]).toEnvelope().toXdr('base64') },
      ],
      ['no base64', 'unreadable', { ...take(), results: 'x' }],
      ['a time with a sign', 'unreadable', { ...take(), next_closed_at: '-1' }],
    ] as const)('fails with %s', (_, reason, seal) => {
      expect(reasonOf(seal)).toBe(reason)
    })

    test('fails on another network, and with a set that was closed no later', () => {
      expect(reasonOf(take(), { ...trusted, passphrase: PUBLIC })).toBe('transaction')
      const node = keyOf(77)
      const at = { sequence: own.sequence + 1, closed_at: own.closed_at, transactions: [], passphrase: TESTNET }
      const early = closeLedger({ before: own, validator: node, ...at })
      const seal = takeSeal(hash, envelope, [own, early].map(metaOf))
      expect(seal && reasonOf(seal, { passphrase: TESTNET, validators: [node.publicKey()] })).toBe('close_time')
    })

    test('fails where the results list the transaction twice: which one counts would be a choice', () => {
      const node = keyOf(77)
      const [paid] = own.transactions.filter((one) => one.hash === hash)
      if (paid === undefined) throw new Error('not applied')
      const failed = { ...paid, result: resultOf(paid, false, []) }
      const sealedWith = (transactions: (typeof paid)[]) => {
        const shared = { passphrase: TESTNET, validator: node }
        const [sequence, closed_at] = [own.sequence, own.closed_at]
        const twice = closeLedger({ before: undefined, sequence, closed_at, transactions, ...shared })
        const at = { sequence: sequence + 1, closed_at: closed_at + 5n, transactions: [] }
        const seal = takeSeal(hash, envelope, [twice, closeLedger({ before: twice, ...at, ...shared })].map(metaOf))
        return seal && reasonOf(seal, { passphrase: TESTNET, validators: [node.publicKey()] })
      }
      expect(sealedWith([paid])).toBe('ok')
      expect(sealedWith([paid, failed])).toBe('transaction')
      expect(sealedWith([failed, paid])).toBe('transaction')
    })

    test('is not taken from a ledger that does not hold the transaction, nor before a later one', () => {
      expect(takeSeal('00'.repeat(32), envelope, metas)).toBeUndefined()
      expect(takeSeal(hash, envelope, metas.slice(0, 1))).toBeUndefined()
    })

    test('changed in any byte, makes no other claim', () => {
      const seal = take()
      const claim = (one: Seal) => {
        const verdict = verifySeal(one, trusted)
        if (!verdict.ok) return undefined
        // No hash holds the signatures of a transaction: each is checked against its key by whoever relies on one.
        const { signed, ...transaction } = verdict.transaction
        return { ledger: verdict.ledger, transaction, sources: signed.sources, node: verdict.node }
      }
      const truth = claim(seal)
      const flipped = (text: string, at: number) => {
        const bytes = xdr.decodeBytes(text, 'base64').slice()
        bytes[at] = (bytes[at] ?? 0) ^ 1
        return xdr.encodeBytes(bytes, 'base64')
      }
      const lies: string[] = []
      const tryAll = (name: string, text: string, change: (text: string) => Seal) => {
        for (let at = 0; at < xdr.decodeBytes(text, 'base64').length; at++) {
          const made = claim(change(flipped(text, at)))
          if (made !== undefined && JSON.stringify(made, text_) !== JSON.stringify(truth, text_))
            lies.push(`${name} ${at}`)
        }
      }
      const text_ = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
      tryAll('envelope', seal.envelope, (one) => ({ ...seal, envelope: one }))
      tryAll('results', seal.results, (one) => ({ ...seal, results: one }))
      tryAll('header', seal.headers[0] ?? '', (one) => ({ ...seal, headers: [one] }))
      tryAll('set', seal.next_set, (one) => ({ ...seal, next_set: one }))
      expect(lies).toEqual([])
      expect(readEnvelope(seal.envelope)?.type).toBe('envelopeTypeTx')
    })
  })
})

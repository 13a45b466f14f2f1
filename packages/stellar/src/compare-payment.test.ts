import { fc, test } from '@fast-check/vitest'
import { Account, Asset, Memo, MuxedAccount, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base'
import { describe, expect } from 'vitest'
import { buildPayment } from './build-payment.ts'
import { comparePayment } from './compare-payment.ts'
import { readEnvelope, transactionHash } from './envelope.ts'
import { isSignedBy, signPayment } from './sign-payment.ts'
import { DIGEST, ISSUER, PAYEE, PAYER, PUBLIC, payer, STRANGER, signAs, TESTNET, terms } from './stellar.vectors.ts'

const issued = { asset: 'USD', issuer: ISSUER.publicKey() }
const CASES = [
  ['XLM', terms(), payer],
  [
    'XLM to an account that does not exist yet',
    terms({ memo: 'id:18446744073709551615' }),
    { ...payer, creates: true },
  ],
  ['an asset with a short code and a text', terms({ ...issued, memo: 'order 24 ü' }), payer],
  [
    'an asset with a long code and a hash',
    terms({ ...issued, asset: 'LONGCODE', memo: `hash:${'0a'.repeat(32)}` }),
    payer,
  ],
  ['XLM with the digest of its facts', terms({ reference: 'memo_hash' }), payer],
] as const

describe('an envelope that is built', () => {
  test.each(CASES)('pays %s as the facts say', (_, wanted, from) => {
    const text = buildPayment(wanted, from)
    expect(comparePayment(text, wanted, from)).toEqual([])
    expect(comparePayment(text, wanted)).toEqual([])
  })

  test.each(CASES)('of %s passes with no single bit changed', (_, wanted, from) => {
    const bytes = xdr.decodeBytes(buildPayment(wanted, from), 'base64')
    const passed: number[] = []
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = bytes.slice()
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      if (comparePayment(xdr.encodeBytes(changed, 'base64'), wanted, from).length === 0) passed.push(bit)
    }
    expect(passed).toEqual([])
  })

  test.prop([fc.nat({ max: 200 }), fc.uint8Array({ maxLength: 12 }), fc.nat({ max: 12 })])(
    'passes with no bytes put in, taken out or replaced',
    (at, put, taken) => {
      const bytes = xdr.decodeBytes(buildPayment(terms(), payer), 'base64')
      const changed = new Uint8Array([...bytes.slice(0, at), ...put, ...bytes.slice(at + taken)])
      const text = xdr.encodeBytes(changed, 'base64')
      if (text !== buildPayment(terms(), payer)) expect(comparePayment(text, terms(), payer)).not.toEqual([])
    },
  )

  test('is the same, byte for byte, as the one of the official builder', () => {
    const wanted = terms({ ...issued, memo: 'order 24' })
    const account = new Account(payer.source, (payer.sequence - 1n).toString())
    const theirs = new TransactionBuilder(account, { fee: '250', networkPassphrase: TESTNET })
      .addOperation(
        Operation.payment({
          destination: wanted.to,
          asset: new Asset('USD', ISSUER.publicKey()),
          amount: '12.5',
        }),
      )
      .addMemo(Memo.text('order 24'))
      .setTimebounds(0, Number(wanted.max_time))
      .build()
    const ours = buildPayment(wanted, payer)
    expect(ours).toBe(theirs.toEnvelope().toXdr('base64'))
    const envelope = readEnvelope(ours)
    expect(envelope && transactionHash(envelope, TESTNET)).toBe(xdr.encodeBytes(theirs.hash(), 'hex'))
  })

  test.each([
    ['for the public network', () => buildPayment(terms({ network: 'stellar_public' }), payer)],
    ['with a fee under the least', () => buildPayment(terms(), { ...payer, fee: 99 })],
    ['with a fee past the most', () => buildPayment(terms(), { ...payer, fee: 100_001 })],
    ['with a fraction for a fee', () => buildPayment(terms(), { ...payer, fee: 100.5 })],
    ['that creates an account with an issued asset', () => buildPayment(terms(issued), { ...payer, creates: true })],
    [
      'that creates an account with too little',
      () => buildPayment(terms({ amount: '0.9' }), { ...payer, creates: true }),
    ],
  ])('is never one %s', (_, build) => {
    expect(build).toThrow(RangeError)
  })
})

describe('every difference is named', () => {
  const text = buildPayment(terms({ memo: 'order 24' }), payer)
  test.each([
    ['source', comparePayment(text, terms({ memo: 'order 24' }), { source: STRANGER.publicKey() })],
    ['fee', comparePayment(text, terms({ memo: 'order 24' }), { fee: 251 })],
    ['sequence', comparePayment(text, terms({ memo: 'order 24' }), { sequence: payer.sequence + 1n })],
    ['operation_kind', comparePayment(text, terms({ memo: 'order 24' }), { creates: true })],
    ['memo', comparePayment(text, terms())],
    ['memo', comparePayment(buildPayment(terms({ memo: 'id:7' }), payer), terms({ memo: 'id:8' }))],
    ['destination', comparePayment(text, terms({ memo: 'order 24', to: STRANGER.publicKey() }))],
    ['asset', comparePayment(text, terms({ memo: 'order 24', ...issued }))],
    ['amount', comparePayment(text, terms({ memo: 'order 24', amount: '12.5000001' }))],
    ['time_bounds', comparePayment(text, { ...terms({ memo: 'order 24' }), max_time: 1n })],
  ])('%s', (field, fields) => {
    expect(fields).toEqual([field])
  })

  const referenced = terms({ reference: 'memo_hash' })
  const carrying = (memo: string | undefined) => buildPayment(terms(memo === undefined ? {} : { memo }), payer)

  test('a reference that is missing, or that of another request: only the service lets it be left out', () => {
    expect(comparePayment(carrying(undefined), referenced, payer)).toEqual(['memo'])
    expect(comparePayment(carrying(undefined), referenced, { reference_optional: true })).toEqual([])
    for (const memo of [`hash:${'0a'.repeat(32)}`, 'id:7', 'order 24', DIGEST.slice(0, 28)]) {
      expect(comparePayment(carrying(memo), referenced, payer)).toEqual(['memo'])
      expect(comparePayment(carrying(memo), referenced, { reference_optional: true })).toEqual(['memo'])
    }
    expect(comparePayment(carrying(`hash:${DIGEST}`), referenced, payer)).toEqual([])
    // Nobody may put the digest where the facts did not ask for it.
    expect(comparePayment(carrying(`hash:${DIGEST}`), terms(), { reference_optional: true })).toEqual(['memo'])
  })

  test('the memo of the payee may never be left out', () => {
    expect(comparePayment(carrying(undefined), terms({ memo: 'id:7' }), { reference_optional: true })).toEqual(['memo'])
  })

  test('several at once, in their order', () => {
    const wanted = terms({ amount: '1', to: STRANGER.publicKey() })
    expect(comparePayment(text, wanted, { fee: 100 })).toEqual(['fee', 'memo', 'destination', 'amount'])
  })

  const rebuilt = (
    change: (builder: TransactionBuilder) => unknown,
    source = new Account(payer.source, '1'),
    start = 0,
  ) => {
    const builder = new TransactionBuilder(source, { fee: '250', networkPassphrase: TESTNET })
    change(builder.setTimebounds(start, Number(terms().max_time)))
    return comparePayment(builder.build().toEnvelope().toXdr('base64'), terms())
  }
  const pay = (more: { source?: string; destination?: string } = {}) =>
    Operation.payment({ destination: PAYEE.publicKey(), asset: Asset.native(), amount: '12.5', ...more })
  const muxed = (address: string) => new MuxedAccount(new Account(address, '1'), '7')

  test.each([
    ['a second operation', ['operations'], () => rebuilt((b) => b.addOperation(pay()).addOperation(pay()))],
    [
      'an operation of another account',
      ['operation_source'],
      () => rebuilt((b) => b.addOperation(pay({ source: STRANGER.publicKey() }))),
    ],
    [
      'an id in the destination',
      ['destination'],
      () => rebuilt((b) => b.addOperation(pay({ destination: muxed(PAYEE.publicKey()).accountId() }))),
    ],
    [
      'an id in the source',
      ['source'],
      () => rebuilt((b) => b.addOperation(pay()), muxed(payer.source) as unknown as Account),
    ],
    [
      'another kind of operation',
      ['operation_kind'],
      () => rebuilt((b) => b.addOperation(Operation.accountMerge({ destination: PAYEE.publicKey() }))),
    ],
    ['a later start', ['time_bounds'], () => rebuilt((b) => b.addOperation(pay()), undefined, 1)],
    ['bounds by ledger', ['time_bounds'], () => rebuilt((b) => b.setLedgerbounds(1, 2).addOperation(pay()))],
  ])('%s', (_, fields, run) => {
    expect(run()).toEqual(fields)
  })

  test.each(['', 'AAAA', ' ', `${text} `, `${text}=`, text.replace(/=*$/, ''), `${text}AAAA`, 'x'.repeat(70_000)])(
    'a text that is no envelope of ours, %#',
    (other) => {
      if (other !== text) expect(comparePayment(other, terms({ memo: 'order 24' }))).toEqual(['encoding'])
    },
  )
})

describe('a signature', () => {
  const unsigned = buildPayment(terms(), payer)
  const account = PAYER.publicKey()
  const read = readEnvelope(unsigned)
  const hash = (read && transactionHash(read, TESTNET)) ?? ''

  test('leaves the transaction as it was', async () => {
    const signed = await signPayment(unsigned, { passphrase: TESTNET, account, sign: signAs(PAYER) })
    expect(isSignedBy(signed, { hash, passphrase: TESTNET, account })).toBe(true)
    expect(comparePayment(signed, terms(), payer)).toEqual(['signatures'])
    expect(TransactionBuilder.fromXdr(signed, TESTNET).signatures).toHaveLength(1)
  })

  test('of another key, for another network, or given twice is not taken', async () => {
    await expect(signPayment(unsigned, { passphrase: TESTNET, account, sign: signAs(STRANGER) })).rejects.toThrow(
      TypeError,
    )
    const wrong = await signPayment(unsigned, { passphrase: PUBLIC, account, sign: signAs(PAYER) })
    expect(isSignedBy(wrong, { hash, passphrase: TESTNET, account })).toBe(false)
    const signed = await signPayment(unsigned, { passphrase: TESTNET, account, sign: signAs(PAYER) })
    await expect(signPayment(signed, { passphrase: TESTNET, account, sign: signAs(PAYER) })).rejects.toThrow(TypeError)
    expect(isSignedBy(signed, { hash, passphrase: TESTNET, account: STRANGER.publicKey() })).toBe(false)
    expect(isSignedBy(unsigned, { hash, passphrase: TESTNET, account })).toBe(false)
  })
})

import { Asset, Claimant, Keypair, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Applied } from './apply-transaction.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { applied, fundedKey, keyOf, transactionBy } from './payer.ts'

let ledger: Ledger
let payer: Keypair
let payee: Keypair
let issuer: Keypair
let USD: Asset
beforeEach(() => {
  ledger = openLedger({ passphrase: 'Test SDF Network ; September 2015', started_at: 1_800_000_000n })
  payer = fundedKey(ledger, 1)
  payee = fundedKey(ledger, 2)
  issuer = fundedKey(ledger, 3)
  USD = new Asset('USD', issuer.publicKey())
})

const pay = (amount = '10', destination = payee.publicKey(), asset = Asset.native()) =>
  Operation.payment({ destination, asset, amount })
const balance = (key: Keypair) => ledger.accounts.get(key.publicKey())?.balance
const held = (key: Keypair) => ledger.accounts.get(key.publicKey())?.lines.get(`USD:${issuer.publicKey()}`)?.balance
const refusal = (transaction: Parameters<typeof applied>[1]) => {
  const submission = ledger.submit(transaction.toEnvelope())
  return submission?.status === 'ERROR' ? submission.refused.type : submission?.status
}
const codeOf = (result: Applied | string | undefined) => {
  if (typeof result !== 'object') return result
  const { result: code } = result.result
  const first = code.type === 'txFailed' || code.type === 'txSuccess' ? code.results[0] : undefined
  return first?.type === 'opInner' ? (first.tr.value as { type: string }).type : first?.type
}

describe('what may enter a ledger', () => {
  test('the next sequence number only', () => {
    const { sequence = 0n } = ledger.accounts.get(payer.publicKey()) ?? {}
    expect(refusal(transactionBy(ledger, payer, [pay()], { sequence: sequence + 2n }))).toBe('txBadSeq')
    expect(refusal(transactionBy(ledger, payer, [pay()], { sequence }))).toBe('txBadSeq')
  })

  test('by the time of the ledger: at its bound still, a second later no more, and then without a trace', () => {
    const bound = Number(ledger.latest().closed_at) + 5
    const before = ledger.accounts.get(payer.publicKey())
    const submit = () => ledger.submit(transactionBy(ledger, payer, [pay()], { max_time: bound }).toEnvelope())
    submit()
    expect(ledger.close(BigInt(bound) + 1n).transactions).toEqual([])
    expect(ledger.accounts.get(payer.publicKey())).toEqual(before)
    expect(refusal(transactionBy(ledger, payer, [pay()], { max_time: bound }))).toBe('txTooLate')
    const later = Number(ledger.latest().closed_at) + 5
    ledger.submit(transactionBy(ledger, payer, [pay()], { max_time: later }).toEnvelope())
    expect(ledger.close(BigInt(later)).transactions).toHaveLength(1)
  })

  test('with the signatures it needs, and no others', () => {
    expect(refusal(transactionBy(ledger, payer, [pay()], { signers: [] }))).toBe('txBadAuth')
    expect(refusal(transactionBy(ledger, payer, [pay()], { signers: [payee] }))).toBe('txBadAuth')
    expect(refusal(transactionBy(ledger, payer, [pay()], { signers: [payer, payee] }))).toBe('txBadAuthExtra')
  })

  test('with a fee, from an account that has it', () => {
    expect(refusal(transactionBy(ledger, payer, [pay()], { fee: 99 }))).toBe('txInsufficientFee')
    expect(refusal(transactionBy(ledger, keyOf(9), [pay()]))).toBe('txNoAccount')
  })

  test('not with an operation that the double does not play', () => {
    const offer = Operation.manageSellOffer({ selling: Asset.native(), buying: USD, amount: '1', price: '1' })
    const submission = ledger.submit(transactionBy(ledger, payer, [offer]).toEnvelope())
    expect(submission).toMatchObject({ refused: { type: 'txFailed', results: [{ type: 'opNotSupported' }] } })
  })

  test('a claimable balance takes the money, under the id that the SDK computes, and gives it to nobody', () => {
    const [before, payees] = [balance(payer) ?? 0n, balance(payee)]
    const claimants = [new Claimant(payee.publicKey())]
    const promise = (amount: string) => Operation.createClaimableBalance({ asset: Asset.native(), amount, claimants })
    const transaction = transactionBy(ledger, payer, [promise('10')])
    const result = applied(ledger, transaction)
    expect(codeOf(result)).toBe('createClaimableBalanceSuccess')
    expect([balance(payer), balance(payee)]).toEqual([before - 100_000_000n - 100n, payees])
    expect(JSON.stringify(typeof result === 'object' && result.result.toXdr('hex'))).toContain(
      transaction.getClaimableBalanceId(0),
    )
    expect(codeOf(applied(ledger, transactionBy(ledger, payer, [promise('90000000')])))).toBe(
      'createClaimableBalanceUnderfunded',
    )
  })

  test('one of each account at a time; ten times the fee takes the place', () => {
    const first = transactionBy(ledger, payer, [pay()])
    expect(refusal(first)).toBe('PENDING')
    expect(refusal(first)).toBe('DUPLICATE')
    expect(refusal(transactionBy(ledger, payer, [pay('11')]))).toBe('TRY_AGAIN_LATER')
    const bump = TransactionBuilder.buildFeeBumpTransaction(payee, '1000', first, ledger.passphrase)
    bump.sign(payee)
    expect(refusal(bump)).toBe('PENDING')
    expect(ledger.close().transactions.map(({ fee_source }) => fee_source)).toEqual([payee.publicKey()])
  })
})

describe('what a ledger does', () => {
  test('a payment moves its amount, and costs the fee', () => {
    const before = { payer: balance(payer) ?? 0n, payee: balance(payee) ?? 0n }
    expect(codeOf(applied(ledger, transactionBy(ledger, payer, [pay('12.5')])))).toBe('paymentSuccess')
    expect(balance(payer)).toBe(before.payer - 125_000_000n - 100n)
    expect(balance(payee)).toBe(before.payee + 125_000_000n)
  })

  test('a failure costs the fee and the sequence number, and nothing else', () => {
    const { sequence = 0n } = ledger.accounts.get(payer.publicKey()) ?? {}
    const before = balance(payer) ?? 0n
    const result = applied(ledger, transactionBy(ledger, payer, [pay('1'), pay('99999')], { fee: 100 }))
    expect(result).toMatchObject({ successful: false, events: [[], []] })
    expect(balance(payer)).toBe(before - 200n)
    expect(ledger.accounts.get(payer.publicKey())?.sequence).toBe(sequence + 1n)
  })

  test('a reserve cannot be spent', () => {
    const all = (balance(payer) ?? 0n) - 10_000_000n - 100n
    const text = (units: bigint) => `${units / 10_000_000n}.${(units % 10_000_000n).toString().padStart(7, '0')}`
    expect(codeOf(applied(ledger, transactionBy(ledger, payer, [pay(text(all + 1n))])))).toBe('paymentUnderfunded')
    expect(codeOf(applied(ledger, transactionBy(ledger, payer, [pay(text(all - 100n))])))).toBe('paymentSuccess')
    expect(balance(payer)).toBe(10_000_000n)
    expect(refusal(transactionBy(ledger, payer, [pay('1')]))).toBe('txInsufficientBalance')
  })

  test('an account is created once, and with its reserve', () => {
    const create = (amount: string) =>
      transactionBy(ledger, payer, [
        Operation.createAccount({ destination: keyOf(8).publicKey(), startingBalance: amount }),
      ])
    expect(codeOf(applied(ledger, create('0.9')))).toBe('createAccountLowReserve')
    expect(codeOf(applied(ledger, create('1')))).toBe('createAccountSuccess')
    expect(codeOf(applied(ledger, create('1')))).toBe('createAccountAlreadyExist')
    expect(codeOf(applied(ledger, transactionBy(ledger, payer, [pay('1', keyOf(7).publicKey())])))).toBe(
      'paymentNoDestination',
    )
  })

  test('an asset needs a trustline, and stays within its limit', () => {
    const trust = (key: Keypair, limit = '100') =>
      applied(ledger, transactionBy(ledger, key, [Operation.changeTrust({ asset: USD, limit })]))
    const give = (key: Keypair, to: Keypair, amount: string) =>
      codeOf(applied(ledger, transactionBy(ledger, key, [pay(amount, to.publicKey(), USD)])))
    expect(give(issuer, payer, '50')).toBe('paymentNoTrust')
    expect(codeOf(trust(payer))).toBe('changeTrustSuccess')
    expect(give(issuer, payer, '101')).toBe('paymentLineFull')
    expect(give(issuer, payer, '50')).toBe('paymentSuccess')
    expect(give(payer, payee, '50')).toBe('paymentNoTrust')
    trust(payee)
    expect(give(payer, payee, '51')).toBe('paymentUnderfunded')
    expect(give(payer, payee, '50')).toBe('paymentSuccess')
    expect(give(payee, issuer, '20')).toBe('paymentSuccess')
    expect([held(payer), held(payee)]).toEqual([0n, 300_000_000n])
    expect(codeOf(trust(payee, '10'))).toBe('changeTrustInvalidLimit')
    expect(codeOf(trust(payer, '0'))).toBe('changeTrustSuccess')
  })

  test('a path pays at the rate that was set, and its result says what arrived', () => {
    applied(ledger, transactionBy(ledger, payee, [Operation.changeTrust({ asset: USD })]))
    const path = () =>
      Operation.pathPaymentStrictSend({
        sendAsset: Asset.native(),
        sendAmount: '10',
        destination: payee.publicKey(),
        destAsset: USD,
        destMin: '2',
      })
    expect(codeOf(applied(ledger, transactionBy(ledger, payer, [path()])))).toBe('pathPaymentStrictSendTooFewOffers')
    ledger.setRate({
      from: { code: 'XLM' },
      to: { code: 'USD', issuer: issuer.publicKey() },
      numerator: 1n,
      denominator: 4n,
    })
    const result = applied(ledger, transactionBy(ledger, payer, [path()]))
    if (typeof result !== 'object') throw new Error('not applied')
    expect(result.result).toMatchObject({
      result: { results: [{ tr: { pathPaymentStrictSendResult: { success: { last: { amount: 25_000_000n } } } } }] },
    })
    expect(held(payee)).toBe(25_000_000n)
  })

  test('options, data, sequence and merge change the account', () => {
    const second = keyOf(40)
    const options = Operation.setOptions({
      signer: { ed25519PublicKey: second.publicKey(), weight: 1 },
      medThreshold: 2,
    })
    applied(ledger, transactionBy(ledger, payer, [options]))
    expect(refusal(transactionBy(ledger, payer, [pay()]))).toBe('txFailed')
    const both = transactionBy(ledger, payer, [pay()], { signers: [payer, second] })
    expect(codeOf(applied(ledger, both))).toBe('paymentSuccess')
    applied(ledger, transactionBy(ledger, payee, [Operation.manageData({ name: 'config.memo_required', value: '1' })]))
    expect(ledger.accounts.get(payee.publicKey())?.data.size).toBe(1)
    const merge = Operation.accountMerge({ destination: issuer.publicKey() })
    expect(codeOf(applied(ledger, transactionBy(ledger, payee, [merge])))).toBe('accountMergeHasSubEntries')
    applied(ledger, transactionBy(ledger, payee, [Operation.manageData({ name: 'config.memo_required', value: null })]))
    expect(codeOf(applied(ledger, transactionBy(ledger, payee, [merge])))).toBe('accountMergeSuccess')
    expect(balance(payee)).toBeUndefined()
    const far = (ledger.accounts.get(issuer.publicKey())?.sequence ?? 0n) + 1000n
    applied(ledger, transactionBy(ledger, issuer, [Operation.bumpSequence({ bumpTo: far.toString() })]))
    expect(ledger.accounts.get(issuer.publicKey())?.sequence).toBe(far)
  })

  test('every ledger closes later than the one before, and names it', () => {
    ledger.close(1n)
    ledger.close(ledger.latest().closed_at)
    const { ledgers } = ledger
    for (const [i, one] of ledgers.entries()) {
      const before = ledgers[i - 1]
      if (before === undefined) continue
      expect(one.closed_at).toBeGreaterThan(before.closed_at)
      expect(one.header.previousLedgerHash.toString()).toBe(before.hash)
    }
  })
})

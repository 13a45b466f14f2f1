import type { AutomationPolicy, PaymentFacts } from '@pursestrings/sdk'
import { Asset, Operation } from '@stellar/stellar-sdk/base'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LedgerDouble, startLedgerDouble } from '../../../tests/ledger-double/ledger-double.ts'
import { applied, fundedKey, keyOf, transactionBy } from '../../../tests/ledger-double/payer.ts'
import { type AgreedPolicy, agreedOf, judgeAgreed, usedOf } from './agreed-policy.ts'
import { checkJournal, checkPayment, findingText } from './check-payment.ts'
import type { Entry } from './journal.ts'
import { lookAround } from './look-around.ts'
import { accountOf, clientOf, STARTED_AT, termsFor } from './signing.vectors.ts'

describe('agreed policy', () => {
  const TILL = 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H'
  const OTHER = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7'
  const NOW = Date.parse('2026-11-18T12:00:00Z')

  const policy = {
    id: 'pol_1',
    connection_id: 'con_1',
    network: 'stellar_testnet',
    asset: 'XLM',
    decimals: 7,
    single_tx_limit: '5',
    cumulative_limit: '12',
    validity_window: { from: '2026-11-18T00:00:00Z', to: '2026-11-19T00:00:00Z' },
    payees: [{ recipient_id: 'rcp_1', address: TILL }],
    proposed: null,
  } as unknown as AutomationPolicy
  const agreed: AgreedPolicy = agreedOf(policy, 'ab')

  const asked = (payment: Partial<PaymentFacts['payment']> = {}, about: object = {}) => ({
    policy_id: 'pol_1',
    facts: {
      connection_id: 'con_1',
      payment: {
        rail: 'stellar',
        network: 'stellar_testnet',
        asset: 'XLM',
        decimals: 7,
        amount: '5',
        to: TILL,
        ...payment,
      },
    } as unknown as PaymentFacts,
    ...about,
  })

  test('what is within every limit may be paid without asking, up to the very limit', () => {
    expect(judgeAgreed(agreed, asked(), 70_000_000n, NOW)).toBeUndefined()
  })

  test.each([
    ['above the limit for one payment', asked({ amount: '5.0000001' }), 0n, NOW, 'single_tx_limit'],
    ['above the total', asked(), 70_000_001n, NOW, 'cumulative_limit'],
    ['before its time', asked(), 0n, Date.parse('2026-11-17T23:59:59Z'), 'validity_window'],
    ['after its time', asked(), 0n, Date.parse('2026-11-19T00:00:00Z'), 'validity_window'],
    ['to another address', asked({ to: OTHER }), 0n, NOW, 'allowlist'],
    ['with a memo that nobody agreed to', asked({ memo: 'id:7' }), 0n, NOW, 'allowlist'],
    ['in another asset', asked({ asset: 'USD', issuer: OTHER }), 0n, NOW, 'asset_mismatch'],
    ['under another policy', asked({}, { policy_id: 'pol_2' }), 0n, NOW, 'no_policy'],
    ['under no policy', asked({}, { policy_id: undefined }), 0n, NOW, 'no_policy'],
  ])('asks: %s', (_, payable, used, at, rule) => {
    expect(judgeAgreed(agreed, payable, used, at)).toBe(rule)
  })

  test('asks: over another connection', () => {
    const { facts } = asked()
    expect(judgeAgreed(agreed, asked({}, { facts: { ...facts, connection_id: 'con_2' } }), 0n, NOW)).toBe('no_policy')
  })

  test('an amount that nobody can read is within no limit', () => {
    for (const amount of ['1e1', '-1', '0', '', '5 '])
      expect(judgeAgreed(agreed, asked({ amount }), 0n, NOW)).toBe('single_tx_limit')
  })

  test('wider terms are agreed to as they were shown: those of the proposal', () => {
    const proposed = { ...policy, single_tx_limit: '9' }
    const wider = agreedOf({ ...policy, proposed } as unknown as AutomationPolicy, 'cd')
    expect(wider.single_tx_limit).toBe('9')
    expect(judgeAgreed(wider, asked({ amount: '9' }), 0n, NOW)).toBeUndefined()
  })

  test('whatever was signed under the policy counts, and only what was erased unsent does not', () => {
    const entry = (state: Entry['state'], units: string, policy_id = 'pol_1') =>
      ({ state, within: { policy_id, units } }) as unknown as Entry
    const entries = [
      entry('signed', '1'),
      entry('claimed', '20'),
      entry('settled', '300'),
      entry('reported', '4000'),
      entry('erased', '50000'),
      entry('reported', '600000', 'pol_2'),
      { state: 'reported' } as Entry,
    ]
    expect(usedOf(entries, 'pol_1')).toBe(4321n)
  })
})

describe('check payment', () => {
  let double: LedgerDouble
  beforeEach(async () => {
    double = await startLedgerDouble({ started_at: STARTED_AT })
  })
  afterEach(() => double.stop())

  type Payment = Parameters<typeof termsFor>[1]

  async function check(payment: Payment, { seconds_left = 600, account = accountOf(double, 1) } = {}) {
    const terms = termsFor(double, payment, seconds_left)
    return checkPayment(terms, account, await lookAround(clientOf(double), terms, account))
  }
  const codes = async (...given: Parameters<typeof check>) => (await check(...given)).findings.map(({ code }) => code)

  describe('a payment that can work', () => {
    test('has no findings, and says what it costs and what remains', async () => {
      const checked = await check({ to: accountOf(double, 2) })
      expect(checked).toEqual({
        findings: [],
        creates: false,
        // 10,000 from the faucet, of which 1 is the reserve.
        costs: { asset: 'XLM', amount: '12.5', fee: '0.00001', available: '9999', remains: '9986.49999', reserve: '1' },
      })
    })

    test('opens the account of a payee that has none, from 1 XLM on', async () => {
      const to = keyOf(9).publicKey()
      expect(await check({ to, amount: '1' })).toMatchObject({ findings: [], creates: true })
      expect(await check({ to, amount: '0.9999999' })).toMatchObject({
        findings: [{ code: 'payee_not_funded', asset: 'XLM', least: '1' }],
        creates: false,
      })
    })

    test('may leave nothing but the reserve', async () => {
      const to = accountOf(double, 2)
      expect(await codes({ to, amount: '9998.99999' })).toEqual([])
      const { findings } = await check({ to, amount: '9998.999991' })
      expect(findings).toEqual([
        { code: 'balance_short', asset: 'XLM', available: '9999', needed: '9999.000001', reserve: '1' },
      ])
      expect(findings.map(findingText)).toEqual(['You have 9999 XLM available. This needs 9999.000001.'])
    })
  })

  describe('is refused before anything is signed', () => {
    test('a payer that is not on the ledger', async () => {
      const account = keyOf(8).publicKey()
      expect((await check({ to: accountOf(double, 2) }, { account })).findings).toEqual([
        { code: 'payer_not_funded', account },
      ])
    })

    test('a payer whose own key does not suffice', async () => {
      const key = fundedKey(double.ledger, 1)
      applied(double.ledger, transactionBy(double.ledger, key, [Operation.setOptions({ medThreshold: 2 })]))
      expect(await codes({ to: accountOf(double, 2) })).toEqual(['payer_needs_signers'])
    })

    test('what each entry of the account holds back counts', async () => {
      const key = fundedKey(double.ledger, 1)
      const note = Operation.manageData({ name: 'note', value: 'x' })
      applied(double.ledger, transactionBy(double.ledger, key, [note]))
      expect((await check({ to: accountOf(double, 2) })).costs?.available).toBe('9998.49999')
    })

    test('a payee that wants a memo, where there is none (SEP-29)', async () => {
      const key = fundedKey(double.ledger, 2)
      const wish = Operation.manageData({ name: 'config.memo_required', value: '1' })
      applied(double.ledger, transactionBy(double.ledger, key, [wish]))
      expect(await codes({ to: key.publicKey() })).toEqual(['memo_required'])
      expect(await codes({ to: key.publicKey(), memo: 'id:7' })).toEqual([])
      expect(await codes({ to: key.publicKey(), reference: 'memo_hash' })).toEqual([])
    })

    test('under 30 seconds left, by the clock of the ledger', async () => {
      const to = accountOf(double, 2)
      expect(await codes({ to }, { seconds_left: 32 })).toEqual([])
      expect((await check({ to }, { seconds_left: 29 })).findings).toMatchObject([{ code: 'too_late' }])
      expect((await check({ to }, { seconds_left: -9 })).findings).toEqual([{ code: 'too_late', seconds_left: 0 }])
    })

    test('real money, and a payment to oneself', async () => {
      const account = accountOf(double, 1)
      const terms = { ...termsFor(double, { to: account }), testnet: false }
      const { findings } = checkPayment(terms, account, await lookAround(clientOf(double), terms, account))
      expect(findings.map(({ code }) => code)).toEqual(['real_money', 'pays_itself'])
    })

    test('an issued asset without trustlines, without balance, without room; its issuer needs none', async () => {
      const [payer, payee, issuer] = [1, 2, 3].map((fill) => fundedKey(double.ledger, fill)) as [
        ReturnType<typeof keyOf>,
        ReturnType<typeof keyOf>,
        ReturnType<typeof keyOf>,
      ]
      const asset = new Asset('USDC', issuer.publicKey())
      const payment = { to: payee.publicKey(), asset: 'USDC', issuer: issuer.publicKey(), amount: '5' }
      const trust = (key: typeof payer, limit: string) =>
        applied(double.ledger, transactionBy(double.ledger, key, [Operation.changeTrust({ asset, limit })]))
      expect(await codes(payment)).toEqual(['payer_no_trustline', 'payee_no_trustline'])
      trust(payer, '100')
      trust(payee, '4')
      expect((await check(payment)).findings).toEqual([
        { code: 'balance_short', asset: 'USDC', available: '0', needed: '5' },
        { code: 'payee_full', asset: 'USDC', room: '4', needed: '5' },
      ])
      trust(payee, '100')
      const mint = Operation.payment({ destination: payer.publicKey(), asset, amount: '7' })
      applied(double.ledger, transactionBy(double.ledger, issuer, [mint]))
      expect((await check(payment)).costs).toMatchObject({ available: '7', remains: '2' })
      expect(await codes(payment)).toEqual([])
      expect(await codes(payment, { account: issuer.publicKey() })).toEqual([])
      expect(await codes({ ...payment, to: issuer.publicKey() })).toEqual([])
    })
  })

  describe('what the wallet has signed before', () => {
    const entry = (more: Partial<Entry> = {}) =>
      ({
        service: 'https://pay.example',
        kind: 'payment_request',
        connection_id: 'con_1',
        request_id: 'pr_1',
        idempotency_key: 'order-1',
        account: 'G1',
        transaction_hash: 'aa',
        state: 'reported',
        ...more,
      }) as Entry
    const asked = { ...entry(), request_id: 'pr_2' }
    const codesOf = (entries: Entry[], account = 'G1') => checkJournal(entries, asked, account).map(({ code }) => code)

    test('under the same key of the same connection is not signed again', () => {
      expect(codesOf([entry()])).toEqual(['signed_before'])
      expect(codesOf([entry({ connection_id: 'con_2' })])).toEqual([])
      expect(codesOf([entry({ service: 'https://other.example' })])).toEqual([])
      expect(codesOf([entry({ idempotency_key: 'order-2' })])).toEqual([])
    })

    test('and never left is not in the way', () => {
      expect(codesOf([entry({ state: 'erased' })])).toEqual([])
    })

    test('and is still on its way holds the account', () => {
      const other = { idempotency_key: 'order-9' }
      expect(codesOf([entry({ ...other, state: 'signed' })])).toEqual(['payment_in_flight'])
      expect(codesOf([entry({ ...other, state: 'claimed' })])).toEqual(['payment_in_flight'])
      expect(codesOf([entry({ ...other, state: 'settled' })])).toEqual([])
      expect(codesOf([entry({ ...other, state: 'claimed' })], 'G2')).toEqual([])
    })
  })
})

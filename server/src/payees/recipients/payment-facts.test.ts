/** Whether payments carry the reference of their request: wherever they can, unless the merchant says otherwise. */
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../platform/refusal.ts'
import { type GivenFacts, paymentFacts } from './payment-facts.ts'

const STELLAR: GivenFacts = {
  network: 'stellar_testnet',
  asset: 'XLM',
  address: 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7',
}
const EVM: GivenFacts = {
  network: 'ethereum_mainnet',
  asset: 'ETH',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
}
const referenceOf = (given: GivenFacts) => paymentFacts(given, ['stellar_testnet', 'ethereum_mainnet']).reference
const refusedFields = (given: GivenFacts) => {
  try {
    return referenceOf(given)
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure
    return failure.issues.map(({ field }) => field)
  }
}

describe('a payee gets a reference', () => {
  test('where a payment has room for it', () => {
    expect(referenceOf(STELLAR)).toBe('memo_hash')
    expect(referenceOf({ ...STELLAR, reference: 'memo_hash' })).toBe('memo_hash')
  })

  test('unless the merchant turns it off', () => {
    expect(referenceOf({ ...STELLAR, reference: 'none' })).toBeNull()
  })

  test('never beside a memo of its own', () => {
    expect(referenceOf({ ...STELLAR, memo: 'id:42' })).toBeNull()
    expect(refusedFields({ ...STELLAR, memo: 'id:42', reference: 'memo_hash' })).toEqual(['reference'])
  })

  test('on no network whose payments carry none', () => {
    expect(referenceOf(EVM)).toBeNull()
    expect(refusedFields({ ...EVM, reference: 'memo_hash' })).toEqual(['reference'])
  })
})

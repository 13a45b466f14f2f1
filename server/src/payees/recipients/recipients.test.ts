import { createRequire } from 'node:module'
import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../platform/refusal.ts'
import { mixesScripts } from '../../rules/names/misleading-name.ts'
import { skeletonOf } from './names.ts'
import { type GivenFacts, paymentFacts } from './payment-facts.ts'

describe('look alike', () => {
  const confusables = createRequire(import.meta.url)('unhomoglyph/data.json') as Record<string, string>
  const isOneCharacter = (text: string) => Array.from(text).length === 1

  test('no character of the confusables table makes an accepted twin of a seeded name', () => {
    const seeded = 'paypal harbour mint'
    let tried = 0
    const accepted: string[] = []
    for (const [look, plain] of Object.entries(confusables)) {
      const target = plain.normalize('NFKD').toLowerCase()
      if (!isOneCharacter(plain) || !seeded.includes(target)) continue
      tried++
      const twin = seeded.replace(target, look)
      if (!mixesScripts(twin) && skeletonOf(twin) !== skeletonOf(seeded)) accepted.push(twin)
    }
    expect(tried).toBeGreaterThan(300)
    expect(accepted).toEqual([])
  })

  test.each([
    ['PayPal', 'PayPaI'],
    ['Harbour', 'HARBOUR'],
    ['modern books', 'modem books'],
    ['Shop 10', 'Shop lO'],
    ['Café', 'Cafe'],
    ['Straße', 'STRASSE'],
    ['A B', 'A\u00a0B'],
    ['ﬁne', 'fine'],
  ])('%s and %s are twins', (a, b) => {
    expect(skeletonOf(a)).toBe(skeletonOf(b))
  })

  test.each([
    ['Till north', 'Till south'],
    ['Shop 2', 'Shop 3'],
    ['本屋', '本店'],
  ])('%s and %s are told apart', (a, b) => {
    expect(skeletonOf(a)).not.toBe(skeletonOf(b))
  })

  test('one script per name; what is written together by custom may mix', () => {
    for (const fine of [
      'Harbour 24/7',
      'Книги',
      'Βιβλία',
      '本とカフェ Harbour',
      '서점 Harbour',
      'דגים',
      '¡Olé!',
      '24',
    ]) {
      expect([fine, mixesScripts(fine)]).toEqual([fine, false])
    }
    for (const mixed of ['Hаrbour', 'Ηarbour', 'Harbοur', 'Книгu', 'Ϲafe', 'ᏢayᏢal', 'Հarbour']) {
      expect([mixed, mixesScripts(mixed)]).toEqual([mixed, true])
    }
  })

  property.prop([fc.string({ unit: 'grapheme', maxLength: 40 })])(
    'a skeleton is stable under case and normal form',
    (name) => {
      expect(skeletonOf(name.normalize('NFD'))).toBe(skeletonOf(name.normalize('NFC')))
    },
  )
})

// Whether payments carry the reference of their request: wherever they can, unless the merchant says otherwise.
describe('payment facts', () => {
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
  const referenceOf = (given: GivenFacts) =>
    paymentFacts(given, ['stellar_testnet', 'ethereum_mainnet', 'base_sepolia']).reference
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

    test('in the form of its own network, and in no other', () => {
      const usdc: GivenFacts = { ...EVM, network: 'base_sepolia', asset: 'USDC' }
      expect(referenceOf(usdc)).toBe('authorization_nonce')
      expect(referenceOf({ ...usdc, reference: 'authorization_nonce' })).toBe('authorization_nonce')
      expect(refusedFields({ ...usdc, reference: 'memo_hash' })).toEqual(['reference'])
      expect(refusedFields({ ...STELLAR, reference: 'authorization_nonce' })).toEqual(['reference'])
    })

    test('on no network whose payments carry none', () => {
      expect(referenceOf(EVM)).toBeNull()
      expect(refusedFields({ ...EVM, reference: 'memo_hash' })).toEqual(['reference'])
    })
  })
})

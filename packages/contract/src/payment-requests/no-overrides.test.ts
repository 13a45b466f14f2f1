import { afterEach, describe, expect, test, vi } from 'vitest'
import { overridesIn, refusalOfOverrides } from './no-overrides.ts'

const codes = (value: unknown) => overridesIn('display', value).map((i) => i.code)
const fields = (value: unknown) => overridesIn('display', value).map((i) => i.field)

describe('a key that names a payment fact is refused', () => {
  const NAMES = [
    ['address', 'Address', 'to', 'pay_to', 'Pay_To', 'payTo', 'pay to', 'destination', 'destination-account', 'memo'],
    ['memoType', 'memo_2', 'contract', 'contract_org', 'contractOr', 'issuer', 'asset_issuer', 'recipient', 'payee'],
    ['recipientAddress', 'recipient_id', 'payeeMemo', 'toAddress', 'WALLET ADDRESS', 'wallet', 'walletAddr', 'iban'],
    [
      'IBAN',
      'account',
      'account_number',
      'amount',
      'payment.amount',
      'amountDue',
      'amount_to_pay',
      'asset',
      'assetCode',
    ],
    [
      'network',
      'network_id',
      'rail',
      'chainId',
      'decimals',
      'beneficiary_name',
      'shipping_address',
      'order_memo_number',
    ],
    [
      'ｍｅｍｏ',
      'ｔｏ',
      '𝓶emo',
      'mémo',
      'm\u0435mo',
      'МЕМО',
      'ΜΕΜΟ',
      'αddress',
      'аdԁress',
      'addreß',
      'ıssuer',
      'İssuer',
    ],
    ['me\u200bmo', 'me\u00admo', 'm\u3164emo', '\u202ememo', 'mem\ufe0fo', 'm.e.m.o', '_memo_', '¿memo?', 'm e m o'],
    ['mem0', 'addre55', 'rnerno', 'wa11et', 'vvallet', 't0', 'to1', '2to', 'ᴍᴇᴍᴏ', 'rеcіpіеnt', 'ρayee'],
  ].flat()
  test.each(NAMES)('%j', (name) => {
    expect(codes({ [name]: 'x' })).toContain('override_forbidden')
  })
})

describe('a key that only resembles one is taken', () => {
  const NAMES = [
    ['total', 'topic', 'tone', 'tomato', 'tos', 'token', 'tools', 'total_amount', 'tax_amount', 'amount_text', 'price'],
    ['contractor_name', 'contractorName', 'customer', 'memory', 'memory_gb', 'Memorial', 'issue', 'issued_at', 'title'],
    [
      'order_number',
      'ship_to_store',
      'travel_destination',
      'accounting',
      'network_speed',
      'trail',
      'monorail',
      'assets',
    ],
    ['currency', 'locale', 'description', 'street', 'city', 'bank', 'modern_oak', 'Größe', '注文番号', 'номер', 'τιμή'],
  ].flat()
  test.each(NAMES)('%j', (name) => {
    expect(overridesIn('display', { [name]: 'x' })).toEqual([])
  })
})

test('every hit is listed with its place, at every depth and inside JSON in strings', () => {
  const value = {
    memo: 1,
    items: [{ label: 'x' }, { more: { Pay_To: 'x' } }],
    note: '{"a":[{"issuer":1}]}',
    twice: JSON.stringify(JSON.stringify({ contract: 1 })),
    fine: '{ not JSON',
  }
  expect(fields(value)).toEqual([
    'display.memo',
    'display.items.1.more.Pay_To',
    'display.note.$.a.0.issuer',
    'display.twice.$.$.contract',
  ])
  expect(refusalOfOverrides(overridesIn('display', value)).code).toBe('override_forbidden')
})

test('at most 100 places are listed, and a long key is shortened', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`memo${i}`, { to: 1 }]))
  expect(overridesIn('display', many)).toHaveLength(100)
  expect(fields({ [`memo${'x'.repeat(500)}`]: 1 })[0]).toHaveLength('display.'.length + 65)
})

describe('the limits', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'x' : { a: nested(levels - 1) })
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]))

  test.each([
    ['8 levels are taken, in JSON in a string too', { a: JSON.stringify(nested(6)) }, []],
    ['9 levels are not', nested(9), ['too_deep']],
    ['nor when some of them are in a string', { a: JSON.stringify(nested(7)) }, ['too_deep']],
    ['50 keys over all depths are taken', { a: [keys(24), { b: keys(24) }] }, []],
    ['51 are not', { a: [keys(24), { b: keys(25) }] }, ['too_many_keys']],
    ['8 KiB of JSON are taken', { a: 'x'.repeat(8192 - 8) }, []],
    ['a byte more is not', { a: 'x'.repeat(8192 - 7) }, ['too_long']],
    ['nor is it searched', { memo: 'x'.repeat(8192) }, ['too_long']],
    ['bytes are those of UTF-8', { a: 'ü'.repeat(4096) }, ['too_long']],
    ['an empty text is a text', { a: '' }, []],
    ['a control character is not', { a: 'x\ny' }, ['invalid_format']],
    ['nor a bidi override', { a: 'x\u202ey' }, ['invalid_format']],
    ['nor letters and marks that are not composed', { a: 'u\u0308' }, ['invalid_format']],
    ['nor a key with something invisible in it', { 'ti\u200btle': 'x' }, ['invalid_format']],
    [
      'the keys of an object’s making are refused',
      JSON.parse('{"__proto__":{"constructor":{"prototype":1}}}'),
      ['key_forbidden', 'key_forbidden', 'key_forbidden'],
    ],
  ])('%s', (_, value, expected) => {
    expect(codes(value)).toEqual(expected)
  })

  test('a fault of form alone is no override', () => {
    expect(refusalOfOverrides(overridesIn('display', nested(9))).code).toBe('validation_failed')
  })

  test('a nest of 100,000 levels and a value that holds itself end as too deep', () => {
    let deep: unknown = 1
    for (let i = 0; i < 100_000; i++) deep = [deep]
    const self: Record<string, unknown> = {}
    self.self = self
    expect([codes(deep), codes(self)]).toEqual([['too_deep'], ['too_deep']])
    expect(codes({ a: '['.repeat(8000) })).toEqual([])
  })
})

describe('the search costs no more than its bound', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })
  /** Characters that went through the expensive steps, all of which are replacements. */
  const searched = (value: unknown): number => {
    const replaceAll = vi.spyOn(String.prototype, 'replaceAll')
    const replace = vi.spyOn(String.prototype, 'replace')
    overridesIn('display', value)
    const lengths = [...replaceAll.mock.contexts, ...replace.mock.contexts].map((text) => String(text).length)
    return lengths.reduce((sum, length) => sum + length, 0)
  }
  const LIGATURE = '\ufdfa'
  const many = (keys: number, of: number) =>
    Object.fromEntries(Array.from({ length: keys }, (_, i) => [LIGATURE.repeat(of) + i, 1]))

  test.each([
    ['one long key', { [LIGATURE.repeat(2_700)]: 1 }],
    ['fifty keys', many(50, 50)],
    ['hundreds of keys', many(600, 3)],
    ['keys in a string', { a: JSON.stringify(many(50, 50)) }],
  ])('%s of letters that spell out to many', (_, value) => {
    expect(codes(value)).toContain('too_long')
    expect(searched(value)).toBeLessThan(60_000)
  })

  test('keys of any language are far from the bound', () => {
    const languages = [
      '注文番号の備考欄',
      'Примечание_к_заказу',
      'παραγγελία',
      '주문_번호_메모란',
      'ﬁne_print',
      'Größe',
    ]
    const value = Object.fromEntries(languages.flatMap((key) => Array.from({ length: 8 }, (_, i) => [key + i, 'x'])))
    expect(codes(value)).toEqual([])
    expect(codes({ ['ж'.repeat(2_000)]: 1 })).toEqual([])
  })

  test('a number too large for a number is named', () => {
    expect(fields(JSON.parse('{"a":{"b":1e999}}'))).toEqual(['display.a.b'])
  })
})

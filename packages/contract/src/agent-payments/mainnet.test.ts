import fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { Input } from '../operation.ts'
import { Text } from '../wire/text.ts'
import { MAINNET_NAMES, mainnetIn } from './mainnet.ts'

const schema = Input({
  connection_id: Type.String({ maxLength: 160 }),
  purpose: Type.Optional(Text()),
  idempotency_key: Type.Optional(Type.String({ maxLength: 256 })),
  thresholds: Type.Optional(Input({ note: Type.Union([Text(), Type.Null()]), names: Type.Array(Text()) })),
})

const fullWidth = (name: string) =>
  Array.from(name, (c) => (/[a-z]/.test(c) ? String.fromCodePoint(c.charCodeAt(0) + 0xfee0) : c)).join('')

/** What must read as the name itself. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replaceAll(/(?:^|_)([a-z])/g, (_, c: string) => c.toUpperCase()),
  (name) =>
    name
      .split('_')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('-'),
  (name) => name.replaceAll('_', ''),
  (name) => name.replaceAll('_', '.'),
  (name) => name.replaceAll('_', ' '),
  (name) => name.replaceAll('_', ':'),
  (name) => name.replaceAll('_', '\u2010'),
  (name) => ` ${name.toUpperCase()} `,
  (name) => `\t${name}\n`,
  (name) => `"${name}"`,
  fullWidth,
  (name) => fullWidth(name).toUpperCase(),
  (name) => Array.from(name).join('\u200b'),
  (name) => Array.from(name).join('\u0301').normalize('NFC'),
  (name) => name.replace('o', '0').replace('l', '1'),
  (name) =>
    name.replaceAll('a', '\u0430').replaceAll('o', '\u03bf').replaceAll('e', '\u0435').replaceAll('x', '\u0445'),
  (name) =>
    Array.from(name, (c) => (/[a-z]/.test(c) ? String.fromCodePoint(c.charCodeAt(0) - 97 + 0x1d4d0) : c)).join(''),
] // prettier-ignore

test('there are 30 mainnet networks, and the testnet is none of them', () => {
  expect(MAINNET_NAMES).toHaveLength(30)
  expect(MAINNET_NAMES).not.toContain('stellar_testnet')
})

describe.each(MAINNET_NAMES)('%s', (name) => {
  test('is found in every spelling, in every kind of field and as a key', () => {
    for (const spell of SPELLINGS) {
      const text = spell(name)
      expect([text, mainnetIn(schema, { connection_id: text })]).toEqual([text, 'connection_id'])
      expect([text, mainnetIn(schema, { network: text })]).toEqual([text, 'network'])
      expect([text, mainnetIn(schema, { purpose: text })]).toEqual([text, 'purpose'])
      expect([text, mainnetIn(schema, { idempotency_key: text })]).toEqual([text, 'idempotency_key'])
      expect([text, mainnetIn(schema, { [text]: 1 })]).toEqual([text, text])
      expect([text, mainnetIn(undefined, text)]).toEqual([text, ''])
    }
  })

  test('is found inside other characters in a field that is not declared, and only there', () => {
    for (const spell of SPELLINGS) {
      const text = `on ${spell(name)}, please`
      expect([text, mainnetIn(schema, { network: text })]).toEqual([text, 'network'])
      expect([text, mainnetIn(schema, { purpose: text })]).toEqual([text, undefined])
      expect([text, mainnetIn(schema, { idempotency_key: text })]).toEqual([text, undefined])
      expect([text, mainnetIn(schema, { thresholds: { note: text, also: text } })]).toEqual([text, 'thresholds.also'])
    }
  })
})

test('is found at every depth, behind any keys and any number of neighbours', () => {
  const wrapped = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'large' },
      fc.constant('STELLAR-public'),
      fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('value'), { minKeys: 1, maxKeys: 3 }),
    ),
  })).value
  fc.assert(
    fc.property(wrapped, fc.jsonValue(), (value, beside) => {
      expect(mainnetIn(schema, { beside, value })).toBeDefined()
      expect(mainnetIn(schema, [beside, value])).toBeDefined()
    }),
  )
  const deep = Array.from({ length: 30 }).reduce<unknown>((inner) => ({ a: [inner] }), 'zkSync Era')
  expect(mainnetIn(schema, deep)).toMatch(/^a\.0\./)
})

test('aliases of a mainnet are found in a field that is not declared', () => {
  const ALIASES = [
    'mainnet',
    'Main-Net',
    'stellar_mainnet',
    'stellar:pubnet',
    'PUBNET',
    'eth-mainnet',
    'mainnet-beta',
    'Public Global Stellar Network ; September 2015',
  ]
  for (const alias of ALIASES) {
    expect([alias, mainnetIn(schema, { network: alias })]).toEqual([alias, 'network'])
    expect([alias, mainnetIn(schema, { purpose: alias })]).toEqual([alias, undefined])
  }
})

test('what a list or a union of the schema declares is declared', () => {
  const said = 'not on polygon pos any more'
  expect(mainnetIn(schema, { thresholds: { note: said, names: [said] } })).toBeUndefined()
  expect(mainnetIn(schema, { thresholds: { note: said, names: ['Polygon PoS'] } })).toBe('thresholds.names.0')
})

test('the testnet in every spelling, ids, amounts, times and ordinary texts pass', () => {
  const FINE = [
    ...SPELLINGS.map((spell) => spell('stellar_testnet')),
    'con_01k0000000e008000000000000',
    '12.5',
    '2026-11-15T09:30:00.000Z',
    'order-1042',
    'agent',
    'single_tx_limit',
    'https://shop.example/orders/1042?public=1',
    'Stellar',
    'public',
    'Bücher für März',
    '決済',
    'one',
    '',
  ]
  for (const text of FINE) expect([text, mainnetIn(schema, { any: text, [text]: text })]).toEqual([text, undefined])
  const SAID = [
    'Our public price list',
    'Moved to stellar_public last year',
    'Cosmos hub tickets',
    'Main network fee',
    '決済 stellar_public',
  ]
  for (const purpose of SAID) expect([purpose, mainnetIn(schema, { purpose })]).toEqual([purpose, undefined])
  for (const connection_id of ['con_01k9zzzzzze008zksyncera000', 'con_01k9zzzzzze008ma1nnet00000']) {
    expect(mainnetIn(schema, { connection_id })).toBeUndefined()
  }
  for (const value of [undefined, null, 1, true, {}, [], { a: [1, null, { b: false }] }]) {
    expect(mainnetIn(schema, value)).toBeUndefined()
  }
})

test('words and ids in any mixture pass', () => {
  const words = fc.constantFrom('pay', 'stellar', 'testnet', 'public-key', 'order', 'base', 'one', 'hub', 'net', 'era')
  const text = fc.array(words, { maxLength: 6 }).map((list) => list.join(' '))
  fc.assert(fc.property(text, (said) => mainnetIn(schema, { purpose: said, idempotency_key: said }) === undefined))
  const id = fc.stringMatching(/^[a-z]{3}_0[0-9a-hjkmnp-tv-z]{25}$/)
  fc.assert(fc.property(id, (connection_id) => mainnetIn(schema, { connection_id }) === undefined))
})

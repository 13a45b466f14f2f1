import { expect, test } from 'vitest'
import { exactHost } from './register-domain.ts'

const FINE: readonly (readonly [string, string])[] = [
  ['shop.example', 'shop.example'],
  ['SHOP.Example', 'shop.example'],
  ['a.b.c.shop.example', 'a.b.c.shop.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['ｓｈｏｐ.example', 'shop.example'],
  ['shop.co.uk', 'shop.co.uk'],
  ['merchant.github.io', 'merchant.github.io'],
  ['1shop.example', '1shop.example'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
]

const REFUSED = [
  '',
  ' ',
  '.',
  'shop',
  'localhost',
  'example',
  'com',
  'co.uk',
  'github.io',
  'shop.example.',
  'shop。example。',
  '.shop.example',
  'shop..example',
  '*.shop.example',
  'https://shop.example',
  'shop.example/',
  'shop.example:443',
  'user@shop.example',
  'shop.example?x',
  'shop.example#x',
  'shop_.example',
  '_svc.shop.example',
  '-shop.example',
  'shop-.example',
  'sh op.example',
  'shop.example\n',
  '\u200bshop.example',
  'shop\u202e.example',
  'shop%2eexample',
  '127.0.0.1',
  '0x7f.1',
  '2130706433',
  '017700000001',
  '1.2.3',
  '[::1]',
  '::1',
  '①②⑦.0.0.1',
  '127.1',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(127)}example`,
  'xn--.example',
  'shop\u0000.example',
  'shop\\example.com',
  'com.',
  'herokuapp.com',
  'xn--0000h.',
  's\u00adhop.example\u0000',
] // prettier-ignore

test.each(FINE)('%s is proven as %s', (text, host) => {
  expect(exactHost(text)).toEqual({ ok: true, host })
})

test.each(REFUSED)('%j is refused with a reason', (text) => {
  expect(exactHost(text)).toEqual({ ok: false, reason: expect.stringMatching(/\.$/) })
})

test('a parent, a sibling and a look-alike are other hosts', () => {
  const hosts = ['shop.example', 'www.shop.example', 'shop.example.com', 'ѕhop.example', 'shop-example.com']
  expect(new Set(hosts.map((h) => (exactHost(h) as { host: string }).host)).size).toBe(hosts.length)
})

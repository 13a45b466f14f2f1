import { WEBHOOK_URL_LENGTH_MAX } from '@pursestrings/contract/webhook-endpoints/records'
import { expect, test } from 'vitest'
import {
  carriersOf,
  FORBIDDEN_IPV4,
  FORBIDDEN_IPV6,
  ODD_URLS,
  spellingsOf,
} from '../../../../test/egress/hostile-targets.ts'
import { endpointUrl } from './endpoint-url.ts'

const reasonOf = (text: string, loopback: readonly string[] = []) => {
  const verdict = endpointUrl(text, loopback)
  return verdict.ok ? `called: ${verdict.url}` : verdict.reason
}
const padded = (length: number) => `https://shop.test/${'a'.repeat(length - 'https://shop.test/'.length)}`

test.each([
  ['https://shop.test/webhooks', 'https://shop.test/webhooks'],
  ['HTTPS://Shop.TEST:443/Webhooks?a=1&b=%20', 'https://shop.test/Webhooks?a=1&b=%20'],
  ['https://shop.test', 'https://shop.test/'],
  ['https://bücher.test/ä', 'https://xn--bcher-kva.test/%C3%A4'],
  ['https://8.8.8.8/x', 'https://8.8.8.8/x'],
  ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  ['https://shop.test/a@b', 'https://shop.test/a@b'],
  ['https://shop.test/?to=a@b', 'https://shop.test/?to=a@b'],
  [padded(WEBHOOK_URL_LENGTH_MAX), padded(WEBHOOK_URL_LENGTH_MAX)],
])('%.60s can be called, as %.60s', (text, url) => {
  expect(endpointUrl(text, [])).toEqual({ ok: true, url })
})

test.each([
  ['http://shop.test/', 'begins with https'],
  ['https:shop.test/', 'begins with https'],
  ['https:/shop.test/', 'begins with https'],
  ['//shop.test/', 'begins with https'],
  ['ws://shop.test/', 'begins with https'],
  [' https://shop.test/', 'begins with https'],
  ['https://shop.test/ ', 'white space'],
  ['https://shop.test/a\tb', 'white space'],
  ['https://sh\nop.test/', 'white space'],
  ['https://shop.test/\u0000', 'cannot be seen'],
  ['https://shop.test/\u202egnp', 'cannot be seen'],
  ['https://sh\u00adop.test/', 'cannot be seen'],
  ['https://evil.test\\@shop.test/', 'backslash'],
  ['https:\\\\shop.test/', 'begins with https'],
  ['https://shop.test/#', 'fragment'],
  ['https://shop.test/#@evil.test', 'fragment'],
  ['https://user@shop.test/', 'user name'],
  ['https://@shop.test/', 'user name'],
  ['https://:@shop.test/', 'user name'],
  ['https://user:secret@shop.test/', 'user name'],
  ['https://shop.test:8443/', 'only port 443'],
  ['https://shop.test:80/', 'only port 443'],
  ['https://shop.test:0/', 'only port 443'],
  ['https://shop.test:65536/', 'not a valid URL'],
  ['https://shop.test./', 'final dot'],
  ['https://intranet/', 'not a full host name'],
  ['https://localhost/', 'not a full host name'],
  ['https://a.localhost/', 'not at a public address'],
  ['https://127.1/', 'not at a public address'],
  ['https://①②⑦.0.0.1/', 'not at a public address'],
  ['https://[::ffff:169.254.169.254]/', 'not at a public address'],
  ['https://%31%32%37.0.0.1/', 'not at a public address'],
  ['https://', 'not a valid URL'],
  ['https:///', 'not a valid URL'],
  [padded(WEBHOOK_URL_LENGTH_MAX + 1), `more than ${WEBHOOK_URL_LENGTH_MAX} characters`],
  [`https://shop.test/${'ä'.repeat(400)}`, `more than ${WEBHOOK_URL_LENGTH_MAX} characters`],
])('%j is refused with its reason', (text, reason) => {
  expect(reasonOf(text)).toContain(reason)
})

test('every way to write an address that is not public is refused', () => {
  const hosts = [
    ...FORBIDDEN_IPV4.flatMap(spellingsOf),
    ...FORBIDDEN_IPV4.flatMap(carriersOf).map((ip) => `[${ip}]`),
    ...FORBIDDEN_IPV6.map((ip) => `[${ip}]`),
  ]
  const urls = [...hosts.map((host) => `https://${host}/`), ...ODD_URLS]
  expect(urls.length).toBeGreaterThan(600)
  expect(
    urls.map((url) => [url, endpointUrl(url, [])]).filter(([, verdict]) => (verdict as { ok: boolean }).ok),
  ).toEqual([])
})

test('a site that the setting lists is called on loopback, at its port and under its name alone', () => {
  const loopback = ['shop.test:443=18443', 'localhost:8443']
  expect(reasonOf('https://shop.test/', loopback)).toBe('called: https://shop.test/')
  expect(reasonOf('https://localhost:8443/', loopback)).toBe('called: https://localhost:8443/')
  expect(reasonOf('https://localhost/', loopback)).toContain('not a full host name')
  expect(reasonOf('https://127.0.0.1/', loopback)).toContain('not at a public address')
  expect(reasonOf('https://shop.test:18443/', loopback)).toContain('only port 443')
})

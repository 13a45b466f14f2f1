import { describe, expect, test } from 'vitest'
import { startDnsServer } from '../../../test/egress/scripted-dns.ts'
import '../../../test/egress/confined-to-loopback.ts'
import { startMerchantSite } from '../../../test/egress/merchant-site.ts'
import { createTestAuthority } from '../../../test/egress/test-authority.ts'
import type { Egress } from '../../platform/egress/create-egress.ts'
import { createHttpsClient } from '../../platform/egress/https-client.ts'
import { exactHost, proveDomain } from './prove-domain.ts'

/** Whoever answers in the domain's name must mean it: the challenge counts only as the whole body of a plain 200. */
describe('prove domain', () => {
  const CHALLENGE = 'svc-challenge=right'

  test.each([
    [200, CHALLENGE, true],
    [200, `${CHALLENGE}\n`, true],
    [200, `${CHALLENGE}x`, false],
    [200, `<p>${CHALLENGE}</p>`, false],
    [201, CHALLENGE, false],
    [302, CHALLENGE, false],
    [404, CHALLENGE, false],
    [500, CHALLENGE, false],
  ])('an answer of %i with %j proves: %s', async (status, body, proves) => {
    using authority = createTestAuthority()
    await using dns = await startDnsServer(['host-record=shop.test,127.0.0.1'])
    const location = 'https://shop.test/elsewhere'
    await using site = await startMerchantSite(authority.issue(['shop.test']), (_, reply) =>
      reply.writeHead(status, { location }).end(body),
    )
    const https = createHttpsClient({
      timeout_ms: 5_000,
      max_bytes: 1_024,
      dns_servers: [dns.server],
      trusted_cas: [authority.root],
      allow_loopback_for_tests: [`shop.test:443=${site.port}`],
    })
    const { ok } = await proveDomain({ https } as Egress, {
      domain: 'shop.test',
      method: 'https',
      challenge: CHALLENGE,
    })
    expect(ok).toBe(proves)
  })
})

describe('host name', () => {
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
})

import { isUnicastIpHostname } from '@atproto-labs/fetch-node'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carriersOf, FORBIDDEN_IPV4, FORBIDDEN_IPV6, spellingsOf } from '../../../test/egress/hostile-targets.ts'
import { type Script, startScriptedDns } from '../../../test/egress/scripted-dns.ts'
import { createDns } from './dns.ts'
import { isLoopbackAddress, isPublicAddress, outboundTarget } from './outbound-target.ts'
import { agreed, proveTxt, siblingOf } from './txt-proof.ts'

describe('outbound target', () => {
  const reasonOf = (url: string, loopback: readonly string[] = []): string => {
    try {
      outboundTarget(url, loopback)
      return 'called'
    } catch (error) {
      return (error as Error).message
    }
  }

  it.each([
    ['http://shop.test/', 'only https'],
    ['ftp://shop.test/', 'only https'],
    ['file:///etc/passwd', 'only https'],
    ['https://shop.test:8443/', 'only port 443'],
    ['https://user@shop.test/', 'user name or password'],
    ['https://:secret@shop.test/', 'user name or password'],
    ['https://intranet/', 'not a full host name'],
    ['https://shop.test./', 'final dot'],
    ['nonsense', 'not a valid URL'],
  ])('%s is not called: %s', (url, reason) => {
    expect(reasonOf(url)).toContain(reason)
  })

  it('a listed site may listen on any port and must lead to loopback; every other must not', () => {
    const listed = outboundTarget('https://shop.test:8443/x', ['shop.test:8443'])
    expect([listed.permits('127.0.0.1'), listed.permits('8.8.8.8')]).toEqual([true, false])
    const other = outboundTarget('https://shop.test/x', ['shop.test:8443'])
    expect([other.permits('127.0.0.1'), other.permits('8.8.8.8')]).toEqual([false, true])
    expect(reasonOf('https://other.test:8443/', ['shop.test:8443'])).toContain('only port 443')
  })
})

describe('public address', () => {
  const PUBLIC_IPV4 = [
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
  ]
  const PUBLIC_IPV6 = ['2606:4700::1111', '2001:4860:4860::8888', '2001:200::1', '2a00:1450::1', '2001:db9::1']

  // fast-check writes some of these with an IPv4 tail; mapped and NAT64 ones are judged as IPv4 and tested by name.
  const anyIPv6 = fc.ipV6().filter((ip) => !/^(0*:)*:?0*(ffff|64:ff9b):/i.test(ip))

  const known = (ip: string) => isUnicastIpHostname(ip.includes(':') ? `[${ip}]` : ip)

  describe('an address may be called', () => {
    it.each([...PUBLIC_IPV4, ...PUBLIC_IPV6])('when it is global unicast: %s', (ip) => {
      expect(isPublicAddress(ip)).toBe(true)
    })

    it.each(['::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2606:4700::5efe:8.8.8.8'])(
      'when it is global IPv6 or says a global IPv4 address in a form that is in use: %s',
      (ip) => expect(isPublicAddress(ip)).toBe(true),
    )
  })

  describe('an address may not be called', () => {
    it.each([...FORBIDDEN_IPV4, ...FORBIDDEN_IPV6])('when it is special: %s', (ip) => {
      expect(isPublicAddress(ip)).toBe(false)
    })

    it('when any IPv6 form carries a special IPv4 address', () => {
      expect(FORBIDDEN_IPV4.flatMap(carriersOf).filter(isPublicAddress)).toEqual([])
    })

    it('when a retired IPv6 form carries any IPv4 address at all', () => {
      const retired = ['::8.8.8.8', '::ffff:0:8.8.8.8', '2002:808:808::1', '2001:0:808:808:0:ffff:f7f7:f7f7']
      expect(retired.filter(isPublicAddress)).toEqual([])
    })

    it('when it is written in any but the ordinary way, even if it would be public', () => {
      const unusual = spellingsOf('8.8.8.8').filter((text) => text !== '8.8.8.8')
      expect(
        [...unusual, '', 'shop.test', '[2606:4700::1]', '2606:4700::1%eth0', ' 8.8.8.8'].filter(isPublicAddress),
      ).toEqual([])
    })

    it('when it is any IPv6 address outside 2000::/3, NAT64 and mapped aside', () => {
      const outside = anyIPv6.filter((ip) => !/^[23]...:/.test(ip))
      const refused = fc.property(outside, (ip) => !isPublicAddress(ip))
      expect(fc.check(refused, { numRuns: 20_000 })).toMatchObject({ failed: false })
    })

    // Bluesky's rule, as a second opinion. It refuses NAT64 as a whole, and lets ::7f00:1 pass.
    it('whenever @atproto-labs/fetch-node refuses it as well', () => {
      const notLaxer = fc.property(fc.oneof(fc.ipV4(), anyIPv6), (ip) => !isPublicAddress(ip) || known(ip) === true)
      expect(fc.check(notLaxer, { numRuns: 20_000 })).toMatchObject({ failed: false })
    })
  })

  describe('loopback, which only tests and development may call', () => {
    it.each(['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1'])('is recognised: %s', (ip) => {
      expect(isLoopbackAddress(ip)).toBe(true)
    })

    it.each(['0.0.0.0', '::', '10.0.0.1', '169.254.169.254', '::7f00:1', 'localhost'])('is nothing else: %s', (ip) => {
      expect(isLoopbackAddress(ip)).toBe(false)
    })
  })
})

describe('txt proof', () => {
  const NAME = '_svc-challenge.shop.test'
  const VALUE = 'svc-proof=3f9c'

  const honest: Script = ({ name }) =>
    name === NAME
      ? {
          records: [
            { type: 'TXT', value: 'spf' },
            { type: 'TXT', value: VALUE },
          ],
        }
      : { rcode: 'NXDOMAIN' }

  const besideWildcard: Script = (asked) =>
    asked.name === NAME ? honest(asked) : { records: [{ type: 'TXT', value: 'spf' }] }

  const wildcard: Script = () => ({ records: [{ type: 'TXT', value: VALUE }] })

  async function prove(...scripts: readonly Script[]) {
    await using stack = new AsyncDisposableStack()
    const servers = await Promise.all(scripts.map(async (script) => stack.use(await startScriptedDns(script)).server))
    const { ok, seen } = await proveTxt(createDns({ servers, timeout_ms: 400 }), NAME, VALUE)
    return { ok, seen: seen.map((line) => line.replace(/^127\.0\.0\.1:\d+: /, '')) }
  }

  describe('a TXT proof counts', () => {
    it('when every resolver sees the value and no other name has it', async () => {
      expect(await prove(honest, honest)).toEqual({ ok: true, seen: [`"spf", "${VALUE}"`, `"spf", "${VALUE}"`] })
    })

    it('when the neighbours have a wildcard of their own with another value', async () => {
      expect(await prove(besideWildcard, besideWildcard)).toMatchObject({ ok: true })
    })
  })

  describe('a TXT proof does not count, and says what was seen', () => {
    it.each<[string, Script, string]>([
      ['the second resolver does not know the name', () => ({ rcode: 'NXDOMAIN' }), 'no such name'],
      ['the second resolver has no record', () => ({}), 'the name has no TXT record'],
      ['the second resolver sees another value', () => ({ records: [{ type: 'TXT', value: 'x' }] }), '"x"'],
      ['the second resolver is silent', () => 'silence', 'no answer in time'],
      ['the second resolver fails', () => ({ rcode: 'SERVFAIL' }), 'refused or failed (ESERVFAIL)'],
      ['the value is only the beginning', () => ({ records: [{ type: 'TXT', value: `${VALUE}0` }] }), `"${VALUE}0"`],
      ['the answer is cut', ({ over }) => (over === 'tcp' ? 'silence' : { truncated: true }), 'no answer in time'],
    ])('when %s', async (_when, second, line) => {
      const { ok, seen } = await prove(honest, second)
      expect(ok).toBe(false)
      expect(seen[1]).toBe(line)
    })

    it('when a wildcard gives the value for every name', async () => {
      const { ok, seen } = await prove(honest, wildcard)
      expect(ok).toBe(false)
      expect(seen).toContain('a wildcard record answers the same for any name')
    })

    it('when a wildcard cannot be ruled out', async () => {
      const { ok, seen } = await prove(honest, (asked) => (asked.name === NAME ? honest(asked) : 'silence'))
      expect(ok).toBe(false)
      expect(seen).toContain('could not rule out a wildcard record')
    })

    it('when the record comes and goes between two resolvers', async () => {
      let nth = 0
      const flapping: Script = (asked) => {
        if (asked.name !== NAME) return { rcode: 'NXDOMAIN' }
        nth += 1
        return nth === 1 ? honest(asked) : { rcode: 'NXDOMAIN' }
      }
      expect((await prove(flapping, flapping)).ok).toBe(false)
    })

    it('when nobody was asked', () => {
      expect(agreed([], VALUE).ok).toBe(false)
    })
  })

  it('what a stranger wrote is shown short and in plain letters', () => {
    const values = Array.from({ length: 9 }, () => `\u202e\u0007${'x'.repeat(500)}`)
    const { seen } = agreed([{ resolver: 'r', outcome: 'answer', values, took_ms: 1 }], VALUE)
    expect(seen[0]).toMatch(/^[ -~…]{0,600} and 4 more$/)
  })

  it('a sibling is a different name under the same parent every time', () => {
    expect(siblingOf(NAME)).toMatch(/^_svc-challenge-[0-9a-f]{16}\.shop\.test$/)
    expect(siblingOf(NAME)).not.toBe(siblingOf(NAME))
  })
})

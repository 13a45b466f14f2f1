import { isUnicastIpHostname } from '@atproto-labs/fetch-node'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carriersOf, FORBIDDEN_IPV4, FORBIDDEN_IPV6, spellingsOf } from '../../../test/outside/hostile-targets.ts'
import { isLoopbackAddress, isPublicAddress } from './outbound-target.ts'

const PUBLIC_IPV4 = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.1']
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

import { expect, it } from 'vitest'
import { outboundTarget } from './outbound-target.ts'

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

/** Whoever answers in the domain's name must mean it: the challenge counts only as the whole body of a plain 200. */
import { expect, test } from 'vitest'
import { startDnsServer } from '../../../test/egress/dns-server.ts'
import '../../../test/egress/confined-to-loopback.ts'
import { startMerchantSite } from '../../../test/egress/merchant-site.ts'
import { createTestAuthority } from '../../../test/egress/test-authority.ts'
import type { Egress } from '../../platform/egress/create-egress.ts'
import { createHttpsClient } from '../../platform/egress/https-client.ts'
import { proveDomain } from './prove-domain.ts'

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
  const { ok } = await proveDomain({ https } as Egress, { domain: 'shop.test', method: 'https', challenge: CHALLENGE })
  expect(ok).toBe(proves)
})

/**
 * What a merchant publishes: a real DNS server with two addresses (Debian's dnsmasq, the resolvers that must agree) and a
 * real HTTPS site under a certificate authority of the test's own. All on loopback.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tools/dev/free-port.ts'
import { lazy } from '../src/platform/lazy.ts'
import { createWebhookReceiver, type WebhookReceiver } from './deliveries.ts'
import { startMerchantSite } from './egress/merchant-site.ts'
import { type DnsServer, startDnsServer } from './egress/scripted-dns.ts'
import { createTestAuthority } from './egress/test-authority.ts'

export const HOSTS = ['shop.test', 'books.test', 'quay.test', 'held.shop.test'] as const

export interface MerchantWeb {
  /** Settings with which the service finds this web. */
  readonly settings: Readonly<Record<string, string>>
  /** Path on any of the hosts → text. */
  readonly files: Map<string, string>
  /** Where whatever is posted to any of the hosts arrives. */
  readonly webhooks: WebhookReceiver
  /** TXT records from now on, at both resolvers or, for disagreement, at the first only. */
  publish(txt: Readonly<Record<string, string>>, at?: 'both' | 'first'): Promise<void>
  stop(): Promise<void>
}

/** One for all webs of a process. */
const certificates = lazy(() => {
  using authority = createTestAuthority()
  return { root: authority.root, site: authority.issue(HOSTS) }
})

export const startMerchantWeb = async (): Promise<MerchantWeb> => {
  const files = new Map<string, string>()
  const webhooks = createWebhookReceiver()
  const site = await startMerchantSite(certificates().site, (request, response) => {
    const { method, headers, url } = request
    if (method === 'POST') return void webhooks.receive(request, response)
    const text = files.get(`${headers.host}${url}`) ?? files.get(url ?? '')
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-web-'))
  writeFileSync(join(folder, 'root.pem'), certificates().root)
  const ports = [await freePort(), await freePort()] as const
  let servers: DnsServer[] = []
  const stopServers = () => Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
  const publish: MerchantWeb['publish'] = async (txt, at = 'both') => {
    await stopServers()
    const hosts = HOSTS.map((host) => `host-record=${host},127.0.0.1`)
    const records = Object.entries(txt).map(([name, value]) => `txt-record=${name},${value}`)
    servers = await Promise.all([
      startDnsServer([...hosts, ...records], ports[0]),
      startDnsServer(at === 'both' ? [...hosts, ...records] : hosts, ports[1]),
    ])
  }
  await publish({})
  return {
    settings: {
      DNS_SERVERS: ports.map((port) => `127.0.0.1:${port}`).join(','),
      TRUSTED_CA_FILE: join(folder, 'root.pem'),
      OUTBOUND_LOOPBACK: HOSTS.map((host) => `${host}:443=${site.port}`).join(','),
    },
    files,
    webhooks,
    publish,
    async stop() {
      await stopServers()
      await site[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

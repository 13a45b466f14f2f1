/** The way to merchants' domains and to push services, as the settings say: which resolvers must agree, whom to trust, what may be loopback. */
import { getServers } from 'node:dns'
import { readFile } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { createDns, type Dns, type DnsOptions } from './dns.ts'
import { createHttpsClient, type HttpsClient } from './https-client.ts'
import { LEDGER_BYTES_MAX } from './ledger/ledger-http.ts'
import { createPostClient, type PostClient } from './post-client.ts'

export interface Egress {
  readonly dns: Dns
  readonly https: HttpsClient
  /** For sources of the ledger, whose answers are larger. */
  readonly ledger: HttpsClient
  /** For LOG_MIRROR, where it is an address. */
  readonly mirror: HttpsClient
  /** For webhook deliveries. */
  readonly webhooks: PostClient
  /** For push messages. */
  readonly push: PostClient
}

const TIMEOUT_MS = 5_000
const WEBHOOK_TIMEOUT_MS = 15_000
/** SEP-1 allows stellar.toml 100 KiB; nothing else that we read is larger. */
const BYTES_MAX = 100 * 1024
const LEDGER_TIMEOUT_MS = 10_000
/** A head lists up to a thousand revocations. */
const MIRROR_BYTES_MAX = 1024 * 1024

/** How often a resolver was asked; from 0 on, so that its first silence shows. */
type CountDns = (resolver: string, said: Parameters<NonNullable<DnsOptions['onAnswer']>>[1], times: number) => void

export const createEgress = async (config: Config, count: CountDns = () => {}): Promise<Egress> => {
  const dns_servers = config.DNS_SERVERS.length > 0 ? config.DNS_SERVERS : getServers()
  const trusted_cas = config.TRUSTED_CA_FILE === undefined ? [] : [await readFile(config.TRUSTED_CA_FILE, 'utf8')]
  for (const resolver of new Set([...dns_servers, dns_servers.join(', ')])) count(resolver, 'silent', 0)
  const onAnswer: NonNullable<DnsOptions['onAnswer']> = (resolver, said) => count(resolver, said, 1)
  const way = { dns_servers, onAnswer, trusted_cas, allow_loopback_for_tests: config.OUTBOUND_LOOPBACK }
  return {
    dns: createDns({ servers: dns_servers, timeout_ms: TIMEOUT_MS, onAnswer }),
    https: createHttpsClient({ ...way, timeout_ms: TIMEOUT_MS, max_bytes: BYTES_MAX }),
    ledger: createHttpsClient({ ...way, timeout_ms: LEDGER_TIMEOUT_MS, max_bytes: LEDGER_BYTES_MAX }),
    mirror: createHttpsClient({ ...way, timeout_ms: TIMEOUT_MS, max_bytes: MIRROR_BYTES_MAX }),
    webhooks: createPostClient({ ...way, timeout_ms: WEBHOOK_TIMEOUT_MS }),
    push: createPostClient({ ...way, timeout_ms: WEBHOOK_TIMEOUT_MS }),
  }
}

/**
 * The wallet's own listener: static files under a policy of their own, and no API. Its page may talk to this origin, to
 * the service and to the ledger, and to nobody else.
 */
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { thumbprintOf } from '../transparency/facts-keys/facts-keys.ts'
import { fixedKeys } from '../transparency/facts-keys/read-facts-keys.ts'
import type { Config } from './config.ts'
import { pageHeaders } from './http/headers.ts'
import { trustOf } from './http/trusted-proxies.ts'
import { WALLET_BUILT, WALLET_WITH_SHOP, wallet } from './pages/portal.ts'

/** The one policy that may name scripts by address: the worker that stretches passphrases, and the service worker. */
const SCRIPT_POLICY = 'wallet-scripts'

export const buildWalletSite = async (
  config: Config,
  log: Logger,
  facts_keys = fixedKeys(config.FACTS_KEYS),
): Promise<FastifyInstance> => {
  const { BASE_URL, WALLET_URL, DEMO_SHOP_URL } = config
  const ledger = config.LEDGER_SOURCES.find(({ api, network }) => api === 'rpc' && network === 'stellar_testnet')
  const site = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(config.TRUST_PROXY),
    bodyLimit: 1,
    requestTimeout: 10_000,
    return503OnClosing: false,
  }) as unknown as FastifyInstance
  const chains = new Map<string, { rpc_url: string; friendbot_url?: string }>()
  for (const { api, network, url, friendbot_url } of config.LEDGER_SOURCES)
    if (api === 'jsonrpc' && config.NETWORKS_ENABLED.includes(network) && !chains.has(network))
      chains.set(network, { rpc_url: url, ...(friendbot_url !== undefined && { friendbot_url }) })
  const reached = [
    BASE_URL,
    ledger?.url,
    ledger?.friendbot_url,
    DEMO_SHOP_URL,
    ...[...chains.values()].flatMap(({ rpc_url, friendbot_url }) => [rpc_url, friendbot_url]),
  ].flatMap((url) => (url ? new URL(url).origin : []))
  await pageHeaders(site, { trusted_types: SCRIPT_POLICY, connect: [...new Set(reached)], is_app: true })
  if (WALLET_URL !== undefined && new URL(WALLET_URL).hostname === 'localhost') {
    // Passkeys work at a name and never at a number, and keys live in one origin: so there is one.
    site.addHook('onRequest', (call, reply, done) => {
      // Put together as text: read as a URL, `//elsewhere` would be another host.
      if (call.hostname === '127.0.0.1') return void reply.redirect(new URL(WALLET_URL).origin + call.url, 302)
      done()
    })
  }
  const settings = () => ({
    service_url: BASE_URL,
    facts_keys: facts_keys().all.map(thumbprintOf),
    extensions: config.EXTENSIONS,
    ledger_url: ledger?.url ?? null,
    friendbot_url: ledger?.friendbot_url ?? null,
    ...(chains.size > 0 && { chains: Object.fromEntries(chains) }),
    ...(DEMO_SHOP_URL !== undefined && { demo_shop_url: DEMO_SHOP_URL }),
  })
  await wallet(site, settings, DEMO_SHOP_URL === undefined ? WALLET_BUILT : WALLET_WITH_SHOP)
  return site
}

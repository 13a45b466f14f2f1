/**
 * The reference wallet: its files, its page at whatever address a person opens, and what the page has to know about this
 * installation. It is served from an origin of its own, so that nothing else shares the place where its keys are kept.
 */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { fileAt } from '../files.ts'
import { asksForPage, PAGE, readBuilt, sendBuilt } from './built-files.ts'

const BUILT = fileURLToPath(fileAt('apps/wallet/dist/'))
const NOT_BUILT = 'The wallet is not built. Run `npm run build`, then start the service again.\n'

/** What the page reads before anything else. */
export interface WalletSettings {
  readonly service_url: string
  /** Thumbprints (RFC 7638) of the keys that sign payment facts: pinned when a wallet is made. */
  readonly facts_keys: readonly string[]
  /** The node that the wallet asks and pays through, or null where none is set. */
  readonly ledger_url: string | null
  /** What hands out test money, or null where none is set. */
  readonly friendbot_url: string | null
}

export const wallet = async (site: FastifyInstance, settings: () => WalletSettings, built = BUILT): Promise<void> => {
  const files = await readBuilt(built)
  const page = files.get(PAGE)
  site.get('/settings.json', (_call, reply) => reply.type('application/json; charset=utf-8').send(settings()))
  if (!page) {
    site.log.warn('The wallet is not built. Run `npm run build`.')
    site.get('/*', (_call, reply) => reply.code(503).type('text/plain').send(NOT_BUILT))
    return
  }
  for (const [path, file] of files) {
    if (path !== PAGE) site.get(`/${path}`, (call, reply) => sendBuilt(call, reply, file))
  }
  site.get('/', (call, reply) => sendBuilt(call, reply, page))
  // Its router knows its pages, and says so where there is none.
  site.get('/*', (call, reply) =>
    asksForPage(call) ? sendBuilt(call, reply, page) : reply.code(404).type('text/plain').send('Not found.\n'),
  )
}

/**
 * The portal: its files, under names made from their content, and its page at each of its addresses. Where it was not built,
 * each address says so.
 */
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Extensions } from '@pursestrings/contract/tiers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileAt } from '../files.ts'
import { acceptsGzip } from '../http/headers.ts'

// The files of a built app: read once, packed once when first asked for, sent with the headers that let a browser keep them.

const PAGE = 'index.html'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** What programs ask for: an unknown one is refused as everywhere in the API. */
const FOR_PROGRAMS = /^\/(v1|docs|assets|\.well-known)(\/|$)|\.\w+$/

interface BuiltFile {
  readonly type: string
  readonly plain: Buffer
  /** Made when it is first asked for: packing everything would make each start slow. */
  readonly gzip: (() => Buffer) | undefined
  readonly kept: boolean
}

/** By path; empty where nothing was built. */
const readBuilt = async (folder: string): Promise<ReadonlyMap<string, BuiltFile>> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = names.filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }): Promise<[string, BuiltFile]> => {
        const path = `${parentPath}/${name}`.slice(folder.length).replaceAll('\\', '/').replace(/^\//, '')
        const plain = await readFile(`${parentPath}/${name}`)
        const gzip = extname(name) === '.woff2' ? undefined : packedOnce(plain)
        return [path, { type: TYPES[extname(name)] ?? '', plain, gzip, kept: path.startsWith('assets/') }]
      }),
    ),
  )
}

const packedOnce = (plain: Buffer): (() => Buffer) => {
  let packed: Buffer | undefined
  return () => {
    packed ??= gzipSync(plain, { level: 9 })
    return packed
  }
}

/** Does a person ask for a page, and not a program for a file? */
const asksForPage = ({ url, headers }: FastifyRequest): boolean => {
  const [path = ''] = url.split('?', 1)
  return /\btext\/html\b/.test(headers.accept ?? '') && !FOR_PROGRAMS.test(path)
}

const sendBuilt = ({ headers }: FastifyRequest, reply: FastifyReply, { type, plain, gzip, kept }: BuiltFile) => {
  if (kept) reply.header('cache-control', 'public, max-age=31536000, immutable')
  reply.type(type).header('vary', 'accept-encoding')
  const packed = gzip !== undefined && acceptsGzip(headers)
  return packed ? reply.header('content-encoding', 'gzip').send(gzip()) : reply.send(plain)
}

const BUILT = fileURLToPath(fileAt('apps/portal/dist/'))
/** Where the portal's router has pages. */
const PAGES = [
  '/',
  '/sign-in',
  '/verify',
  '/payee',
  '/payee/:id',
  '/requests',
  '/requests/:connection/:id',
  '/recipients',
  '/recipients/:id',
  '/domains',
  '/domains/:id',
  '/agents',
  '/agents/:id',
  '/agent-payments',
  '/agent-payments/:id',
  '/policies',
  '/policies/:id',
  '/api-keys',
  '/webhooks',
  '/webhooks/:id',
  '/members',
  '/audit',
  '/settings',
] as const

const NOT_BUILT = 'The portal is not built. Run `npm run build`, then start the service again.\n'

export const portal = async (site: FastifyInstance, built = BUILT): Promise<void> => {
  const files = await readBuilt(built)
  const page = files.get(PAGE)
  if (!page) {
    site.log.warn('The portal is not built, so nobody can sign in with a browser. Run `npm run build`.')
    for (const path of PAGES) site.get(path, (_call, reply) => reply.code(503).type('text/plain').send(NOT_BUILT))
    return
  }
  for (const [path, file] of files)
    if (path !== PAGE) site.get(`/${path}`, (call, reply) => sendBuilt(call, reply, file))
  for (const path of PAGES) site.get(path, (call, reply) => sendBuilt(call, reply, page))
  site.get('/*', (call, reply) => (asksForPage(call) ? sendBuilt(call, reply.code(404), page) : reply.callNotFound()))
}

// The reference wallet: its files, its page at whatever address a person opens, and what the page has to know about this
// installation. It is served from an origin of its own, so that nothing else shares the place where its keys are kept.

export const WALLET_BUILT = fileURLToPath(fileAt('apps/wallet/dist/'))
/** For development: it offers the demo shop on its first page. It is in no published package. */
export const WALLET_WITH_SHOP = fileURLToPath(fileAt('apps/wallet/demo-shop/dist/'))
const WALLET_NOT_BUILT = 'The wallet is not built. Run `npm run build`, then start the service again.\n'

/** What the page reads before anything else. */
interface WalletSettings {
  readonly service_url: string
  /** Thumbprints (RFC 7638) of the keys that sign payment facts: pinned when a wallet is made. */
  readonly facts_keys: readonly string[]
  readonly extensions: Extensions
  /** The node that the wallet asks and pays through, or null where none is set. */
  readonly ledger_url: string | null
  /** What hands out test money, or null where none is set. */
  readonly friendbot_url: string | null
  /** Of `npm run dev` alone. */
  readonly demo_shop_url?: string
}

export const wallet = async (site: FastifyInstance, settings: () => WalletSettings, built: string): Promise<void> => {
  const files = await readBuilt(built)
  const page = files.get(PAGE)
  site.get('/settings.json', (_call, reply) => reply.type('application/json; charset=utf-8').send(settings()))
  if (!page) {
    site.log.warn('The wallet is not built. Run `npm run build`.')
    site.get('/*', (_call, reply) => reply.code(503).type('text/plain').send(WALLET_NOT_BUILT))
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

/**
 * The portal: its files, under names made from their content, and its page at each of its addresses. Where it was not built,
 * each address says so.
 */
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const BUILT = fileURLToPath(new URL('../../../apps/portal/dist/', import.meta.url))
const PAGE = 'index.html'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
/** Where the portal's router has pages. */
const PAGES = [
  '/',
  '/sign-in',
  '/verify',
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

/** What programs ask for: an unknown one is refused as everywhere in the API. */
const FOR_PROGRAMS = /^\/(v1|docs|assets|\.well-known)(\/|$)|\.\w+$/

const NOT_BUILT = 'The portal is not built. Run `npm run build`, then start the service again.\n'

interface File {
  readonly type: string
  readonly plain: Buffer
  readonly gzip: Buffer | undefined
  readonly kept: boolean
}

const readBuilt = async (folder: string): Promise<ReadonlyMap<string, File>> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = names.filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }): Promise<[string, File]> => {
        const path = `${parentPath}/${name}`.slice(folder.length).replaceAll('\\', '/').replace(/^\//, '')
        const plain = await readFile(`${parentPath}/${name}`)
        const packed = extname(name) === '.woff2' ? undefined : gzipSync(plain, { level: 9 })
        return [path, { type: TYPES[extname(name)] ?? '', plain, gzip: packed, kept: path.startsWith('assets/') }]
      }),
    ),
  )
}

export const portal = async (site: FastifyInstance, built = BUILT): Promise<void> => {
  const files = await readBuilt(built)
  const page = files.get(PAGE)
  if (!page) {
    site.log.warn('The portal is not built, so nobody can sign in with a browser. Run `npm run build`.')
    for (const path of PAGES) site.get(path, (_call, reply) => reply.code(503).type('text/plain').send(NOT_BUILT))
    return
  }
  for (const [path, file] of files) if (path !== PAGE) site.get(`/${path}`, (call, reply) => send(call, reply, file))
  for (const path of PAGES) site.get(path, (call, reply) => send(call, reply, page))
  site.get('/*', (call, reply) => {
    const [path = ''] = call.url.split('?', 1)
    const by_person = /\btext\/html\b/.test(call.headers.accept ?? '') && !FOR_PROGRAMS.test(path)
    return by_person ? send(call, reply.code(404), page) : reply.callNotFound()
  })
}

const send = ({ headers }: FastifyRequest, reply: FastifyReply, { type, plain, gzip, kept }: File) => {
  if (kept) reply.header('cache-control', 'public, max-age=31536000, immutable')
  reply.type(type).header('vary', 'accept-encoding')
  const packed = gzip !== undefined && /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  return packed ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(plain)
}

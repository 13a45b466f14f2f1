/** The files of a built app: read once, packed once when first asked for, sent with the headers that let a browser keep them. */
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '../http/gzip.ts'

export const PAGE = 'index.html'
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

export interface BuiltFile {
  readonly type: string
  readonly plain: Buffer
  /** Made when it is first asked for: packing everything would make each start slow. */
  readonly gzip: (() => Buffer) | undefined
  readonly kept: boolean
}

/** By path; empty where nothing was built. */
export const readBuilt = async (folder: string): Promise<ReadonlyMap<string, BuiltFile>> => {
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
export const asksForPage = ({ url, headers }: FastifyRequest): boolean => {
  const [path = ''] = url.split('?', 1)
  return /\btext\/html\b/.test(headers.accept ?? '') && !FOR_PROGRAMS.test(path)
}

export const sendBuilt = ({ headers }: FastifyRequest, reply: FastifyReply, { type, plain, gzip, kept }: BuiltFile) => {
  if (kept) reply.header('cache-control', 'public, max-age=31536000, immutable')
  reply.type(type).header('vary', 'accept-encoding')
  const packed = gzip !== undefined && acceptsGzip(headers)
  return packed ? reply.header('content-encoding', 'gzip').send(gzip()) : reply.send(plain)
}

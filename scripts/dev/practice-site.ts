/**
 * A merchant's web site for those who have no domain at hand: `https://shop.localhost`, which needs no DNS, serves the
 * files of one folder. It listens on 127.0.0.1 only, and only the service of this run is told to trust its authority. Where
 * the folder has a file `.posts-go-to` with a port, what is posted here goes to that port of this machine: webhooks for a
 * program without a certificate.
 */
import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { extname, join, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createPracticeAuthority } from './practice-authority.ts'

export const PRACTICE_HOST = 'shop.localhost'
const LOOPBACK = '127.0.0.1'
const TYPES: Record<string, string> = { '.json': 'application/json', '.html': 'text/html; charset=utf-8' }

export interface PracticeSite {
  /** Where it really listens, for a person to look at; the service calls it without the port. */
  readonly url: string
  readonly folder: string
  /** PEM file with the authority, and whatever was to be trusted besides. */
  readonly authority_file: string
  /** The entry of OUTBOUND_LOOPBACK that leads to it. */
  readonly loopback: string
  stop(): Promise<void>
}

interface Place {
  /** 0 takes a free one. */
  readonly port: number
  readonly folder: string
  /** PEM to trust besides. */
  readonly trusted?: string
}

export async function startPracticeSite({ port, folder, trusted = '' }: Place): Promise<PracticeSite> {
  await mkdir(join(folder, '.well-known'), { recursive: true })
  const authority = createPracticeAuthority()
  const authority_file = `${folder}-authority.pem`
  await writeFile(authority_file, `${authority.root}${trusted}`)
  const server = createServer(authority.issue(PRACTICE_HOST), (request, response) => {
    serve(folder, request, response).catch(() => response.destroy())
  })
  const bound = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
  return {
    url: `https://${PRACTICE_HOST}:${bound}`,
    folder,
    authority_file,
    loopback: `${PRACTICE_HOST}:443=${bound}`,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function serve(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, type: string, body: string | Buffer) => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  const plain = 'text/plain; charset=utf-8'
  const port = request.method === 'POST' ? await portForPosts(folder) : undefined
  if (port !== undefined) {
    const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>
    const body = await buffer(request)
    const address = `http://${LOOPBACK}:${port}${request.url}`
    const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'manual' })
    return send(answer.status, answer.headers.get('content-type') ?? plain, Buffer.from(await answer.arrayBuffer()))
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, plain, 'Only GET\n')
  const file = await fileBelow(folder, request.url ?? '/')
  if (file === undefined) return send(404, plain, 'There is no such file in the folder of this site.\n')
  send(200, TYPES[extname(file)] ?? plain, await readFile(file))
}

async function portForPosts(folder: string): Promise<number | undefined> {
  const port = Number(await readFile(join(folder, '.posts-go-to'), 'utf8').catch(() => ''))
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
}

/** A file below the folder, wherever dots, escapes and symbolic links would lead; undefined for all else. */
async function fileBelow(folder: string, url: string): Promise<string | undefined> {
  try {
    const path = decodeURIComponent(new URL(url, `https://${PRACTICE_HOST}`).pathname)
    const file = await realpath(join(folder, path))
    const below = file.startsWith((await realpath(folder)) + sep)
    return below && (await stat(file)).isFile() ? file : undefined
  } catch {
    return undefined
  }
}

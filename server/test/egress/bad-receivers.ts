// Test double: a site that answers as badly as the path of the request says. It runs in a process of
// its own, so that the memory measured in the test is the client's alone.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { listening } from './listening.ts'
import { type Respond, startMerchantSite } from './merchant-site.ts'
import type { Certificate } from './test-authority.ts'

const bomb = gzipSync(Buffer.alloc(32 * 1024 ** 2))

const pour: Respond = (request, reply) => {
  const chunk = Buffer.alloc(64 * 1024)
  while (!reply.destroyed && reply.write(chunk));
  reply.once('drain', () => pour(request, reply))
}

function drip(write: () => void, until: { once: (event: 'close', stop: () => void) => unknown }): void {
  const timer = setInterval(write, 20)
  until.once('close', () => clearInterval(timer))
}

export const TOO_LARGE: Readonly<Record<string, Respond>> = {
  'an endless body': pour,
  'a body announced as one gigabyte': (request, reply) =>
    pour(request, reply.writeHead(200, { 'content-length': 1024 ** 3 })),
  'a gzip bomb larger than the limit as sent': (_, reply) =>
    reply.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  'one huge header': ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1024 ** 2)}\r\n\r\n`),
  // Not the shortest: each one beyond the limit that comes in the same piece is an error of its own, which take seconds in thousands.
  'very many headers': ({ socket }) =>
    socket.end(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(57)}\r\n`.repeat(10_000)}\r\n`),
}

export const TOO_SLOW: Readonly<Record<string, Respond>> = {
  'a slow drip of body': (_, reply) => drip(() => reply.write('x'), reply),
  'a slow drip of header': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    drip(() => socket.write('x: y\r\n'), socket)
  },
  'endless interim answers': ({ socket }) => drip(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), socket),
  silence: () => {},
  'a body shorter than announced, then silence': (_, reply) =>
    reply.writeHead(200, { 'content-length': 10 }).write('x'),
}

export const BROKEN: Readonly<Record<string, Respond>> = {
  'a reset instead of an answer': ({ socket }) => socket.destroy(),
  'a reset in the middle of the body': (_, reply) =>
    reply.writeHead(200, { 'content-length': 10 }).write('x', () => reply.destroy()),
  'something that is not HTTP': ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  'an answer with two lengths': ({ socket }) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx'),
  'a switch to another protocol': ({ socket }) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
}

export type BadReceivers = { readonly port: number; readonly [Symbol.asyncDispose]: () => Promise<void> }

export async function startBadReceivers(certificate: Certificate): Promise<BadReceivers> {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: [] })
  const ended = once(child, 'exit')
  child.send(certificate)
  const [port] = await once(child, 'message')
  return {
    port: Number(port),
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
}

if (import.meta.main) {
  const profiles = { ...TOO_LARGE, ...TOO_SLOW, ...BROKEN }
  process.once('message', (certificate: Certificate) => {
    const site = startMerchantSite(certificate, (request, reply) => {
      profiles[decodeURIComponent(request.url ?? '').slice(1)]?.(request, reply)
    })
    void site.then(({ port }) => process.send?.(port))
  })
}

// Test double: listeners on loopback that nothing may ever reach. They count connections and bytes, nothing else.

export type TrapListeners = {
  readonly places: readonly { readonly address: string; readonly port: number }[]
  readonly connections: () => number
  readonly bytes: () => number
  /** Resolves when whoever came has left: the counts are final then. */
  readonly emptied: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** A port that is taken, or not ours to open, is replaced by a free one at the same address. */
export async function openTrapListeners(wanted: readonly { address: string; port: number }[]): Promise<TrapListeners> {
  let connections = 0
  let bytes = 0
  const guests: Promise<unknown>[] = []
  const open = async (address: string, port: number) => {
    const server = createServer((socket) => {
      connections += 1
      guests.push(once(socket, 'close').catch(() => {}))
      socket.on('data', (data) => {
        bytes += data.length
      })
    })
    return { server, address, port: await listening(server, { address, port }) }
  }
  const places = await Promise.all(wanted.map(({ address, port }) => open(address, port).catch(() => open(address, 0))))
  return {
    places,
    connections: () => connections,
    bytes: () => bytes,
    async emptied() {
      if (guests.length === 0) await Promise.race(places.map(({ server }) => once(server, 'connection')))
      await Promise.all(guests)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(places.map(({ server }) => new Promise((done) => server.close(done))))
    },
  }
}

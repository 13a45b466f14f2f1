/**
 * A merchant's web site for those who have no domain at hand: `https://shop.localhost`, which needs no DNS, serves the
 * files of one folder. It listens on 127.0.0.1 only, and only the service of this run is told to trust its authority. Where
 * the folder has a file `.posts-go-to` with a port, what is posted here goes to that port of this machine: webhooks for a
 * program without a certificate. Without it, the site takes webhooks at `/webhooks` itself, and forgets them.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { extname, join, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import forge from 'node-forge'

/**
 * A certificate authority for the practice site: made at every start and kept in memory, so that there is no key
 * on disk that could speak for anybody. By node-forge, since Node reads certificates but does not issue them, and
 * openssl is not on every machine.
 */
const { pki, md } = forge
const LIFETIME_DAYS = 30
/** A clock that was set back a little must not make it invalid. */
const EARLIER_DAYS = 1

interface Certificate {
  /** PEM */
  readonly cert: string
  readonly key: string
}

interface PracticeAuthority {
  /** PEM of the authority itself, for those who are to trust it. */
  readonly root: string
  issue(host: string): Certificate
}

export function createPracticeAuthority(): PracticeAuthority {
  const name = 'Pursestrings practice authority'
  const keys = newKeys()
  const root = certificateFor(name, keys.publicKey, [
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ])
  root.setIssuer(root.subject.attributes)
  root.sign(keys.privateKey, md.sha256.create())
  return {
    root: pki.certificateToPem(root),
    issue(host) {
      const own = newKeys()
      const leaf = certificateFor(host, own.publicKey, [
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        { name: 'subjectAltName', altNames: [{ type: DNS_NAME, value: host }] },
      ])
      leaf.setIssuer(root.subject.attributes)
      leaf.sign(keys.privateKey, md.sha256.create())
      return { cert: pki.certificateToPem(leaf), key: pki.privateKeyToPem(own.privateKey) }
    },
  }
}

/** Of the kinds of name in RFC 5280, 4.2.1.6. */
const DNS_NAME = 2

/** By Node, which takes a tenth of a second where node-forge takes several. */
function newKeys(): forge.pki.rsa.KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { privateKey: pki.privateKeyFromPem(privateKey), publicKey: pki.publicKeyFromPem(publicKey) }
}

function certificateFor(name: string, key: forge.pki.rsa.PublicKey, extensions: object[]): forge.pki.Certificate {
  const certificate = pki.createCertificate()
  certificate.publicKey = key
  // A first digit below 8 keeps the number positive.
  certificate.serialNumber = `1${randomBytes(16).toString('hex').slice(1)}`
  certificate.validity.notBefore = inDays(-EARLIER_DAYS)
  certificate.validity.notAfter = inDays(LIFETIME_DAYS)
  certificate.setSubject([{ name: 'commonName', value: name }])
  certificate.setExtensions(extensions)
  return certificate
}

const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000)

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
  if (request.method === 'POST' && request.url === '/webhooks') {
    const { type, data } = JSON.parse((await buffer(request)).toString()) as {
      type: string
      data: { challenge?: string }
    }
    if (type !== 'webhook_endpoint.challenge') return send(204, plain, '')
    return send(200, 'application/json', JSON.stringify({ challenge: data.challenge }))
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

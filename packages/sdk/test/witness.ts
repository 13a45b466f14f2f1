/** A witness behind HTTP that remembers what it signed, for a log whose key the test holds. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readPolicy } from '@pursestrings/protocol/log/log-policy'
import {
  LOG_KEY_TYPE,
  originOf,
  verifierKeyOf,
  verifierKeyText,
  WITNESS_KEY_TYPE,
} from '@pursestrings/protocol/log/signed-note'
import { type KeptCheckpoint, witnessLog } from '@pursestrings/sdk/verify'

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const rawOf = (key: KeyObject): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url'))

export interface TestWitness {
  /** For LOG_WITNESSES. */
  readonly setting: string
  readonly kept: ReadonlyMap<string, KeptCheckpoint>
  stop(): void
}

export const startWitness = async (log_key: string, issuer: string): Promise<TestWitness> => {
  const seed = Buffer.from(log_key, 'base64url')
  const log = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const named = await verifierKeyOf({ name: originOf(issuer), type: LOG_KEY_TYPE, key: rawOf(log) })
  const { privateKey: key } = generateKeyPairSync('ed25519')
  const verifier = await verifierKeyOf({ name: 'w.example', type: WITNESS_KEY_TYPE, key: rawOf(key) })
  const kept = new Map<string, KeptCheckpoint>()
  const witness = witnessLog(
    await readPolicy(`log ${verifierKeyText(named)}\nquorum none\n`),
    { verifier, sign: async (text) => new Uint8Array(sign(null, Buffer.from(text), key)) },
    { read: async (origin) => kept.get(origin), write: async (origin, now) => void kept.set(origin, now) },
  )
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'POST') {
      const { status, body } = await witness.add(Buffer.concat(await request.toArray()).toString())
      response.writeHead(status).end(body)
    } else {
      const newest = await witness.newest(request.url?.split('/')[1] ?? '')
      response.writeHead(newest === undefined ? 404 : 200).end(newest)
    }
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    setting: `witness w ${verifierKeyText(verifier)} ${url};quorum w`,
    kept,
    stop: () => void server.close(),
  }
}

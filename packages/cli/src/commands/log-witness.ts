/** `log witness`: signs the heads of a log that go on from what it saw before, and keeps what does not. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import {
  type KeptCheckpoint,
  type LogPolicy,
  verifierKeyOf,
  verifierKeyText,
  WITNESS_KEY_TYPE,
  type WitnessKey,
  witnessLog,
} from '@pursestrings/sdk/verify'
import { type Command, Option } from 'commander'
import { keepFile, readJsonFile, readPinned } from '../log-files.ts'
import { addCommand, needed, type Run, runs, untilInterrupted } from '../run.ts'
import { failed, wrongUsage } from '../stop.ts'

interface Options {
  readonly policy: string
  readonly key: string
  readonly state: string
  readonly listen: string
  readonly name?: string
}

const BODY_MAX = 65_536

const openKey = (file: string): KeyObject => {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  }
  const key = createPrivateKey(readFileSync(file, 'utf8'))
  if (key.asymmetricKeyType !== 'ed25519') throw wrongUsage(`${file} isn't an Ed25519 key.`, 'Use another file.')
  return key
}

const keyOf = async ({ key: file, name }: Options, { witnesses }: LogPolicy): Promise<WitnessKey> => {
  const key = openKey(file)
  const raw = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')
  const listed = witnesses.find((one) => Buffer.from(one.key.key).equals(raw))?.key.name
  const called = name ?? listed
  if (called === undefined) throw wrongUsage('The policy does not list this key.', 'Name the witness with --name.')
  return {
    verifier: await verifierKeyOf({ name: called, type: WITNESS_KEY_TYPE, key: new Uint8Array(raw) }),
    sign: async (text) => new Uint8Array(sign(null, Buffer.from(text), key)),
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > BODY_MAX) return undefined
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString()
}

const witness = async ({ output }: Run, options: Options): Promise<void> => {
  const { policy } = await readPinned(options.policy)
  const key = await keyOf(options, policy)
  const [, host = '', port = ''] = /^\[?([^\]]+)\]?:(\d+)$/.exec(options.listen) ?? []
  if (host === '') throw wrongUsage(`${options.listen} isn't an address.`, 'Write a host and a port: 127.0.0.1:8788.')
  const kept = (readJsonFile(options.state) ?? {}) as Record<string, KeptCheckpoint>
  const log = witnessLog(policy, key, {
    read: async (origin) => kept[origin],
    write: async (origin, now) => {
      if (now.refused.length > (kept[origin]?.refused.length ?? 0)) {
        output.line({ refused: origin }, `Refused another history of ${origin}; both heads are in ${options.state}.`)
      }
      keepFile(options.state, JSON.stringify({ ...kept, [origin]: now }))
      kept[origin] = now
    },
  })
  const answer = async (request: IncomingMessage): Promise<readonly [number, string]> => {
    const { method = '', url = '' } = request
    if (method === 'POST' && url === '/add-checkpoint') {
      const body = await bodyOf(request)
      if (body === undefined) return [413, 'Too long.\n']
      const { status, body: said } = await log.add(body)
      return [status, said]
    }
    const [, origin_hash = ''] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? []
    const newest = method === 'GET' ? await log.newest(origin_hash) : undefined
    return newest === undefined ? [404, 'Not found.\n'] : [200, newest]
  }
  // Loaded here alone: Node loads a whole HTTP client with it.
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => {
        const type = status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8'
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
      },
      // The disk is full, or the state cannot be read: nothing was signed.
      () => response.writeHead(500).end(),
    )
  })
  const interrupted = untilInterrupted()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(Number(port), host, resolve)
  }).catch((error: Error) => {
    throw failed(`Can't listen at ${options.listen}: ${error.message}.`, 'Choose another port.')
  })
  const address = server.address()
  const at = `http://${options.listen.replace(/\d+$/, String(typeof address === 'object' ? address?.port : port))}`
  const vkey = verifierKeyText(key.verifier)
  output.line({ listening: at, witness: vkey }, `Listening at ${at}`)
  output.note(`For policies: witness ${key.verifier.name} ${vkey} ${at}`)
  await new Promise<void>((resolve) => interrupted.addEventListener('abort', () => server.close(() => resolve())))
}

export const addWitness = (log: Command): void => {
  addCommand(log, 'witness', 'Sign the heads of a log that only grew', [
    'log witness --policy p.txt --key w.pem --state w.json',
  ])
    .addOption(needed('--policy <file>', 'policy with the keys of the logs to witness'))
    .addOption(needed('--key <file>', 'Ed25519 key (PEM); created if missing'))
    .addOption(needed('--state <file>', 'what it has signed; never lose or copy it'))
    .addOption(new Option('--listen <address>', 'host and port').default('127.0.0.1:8788'))
    .addOption(new Option('--name <name>', 'name of the key (default: as the policy says)'))
    .action(runs(witness))
}

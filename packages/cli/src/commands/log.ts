/** `log`: the payee log, watched by those whose domains stand in it. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import {
  type KeptCheckpoint,
  type LogPolicy,
  mirrorLog,
  verifierKeyOf,
  verifierKeyText,
  type Watched,
  type WatchState,
  WITNESS_KEY_TYPE,
  type WitnessKey,
  watchLog,
  witnessLog,
} from '@pursestrings/sdk/verify'
import { type Command, Option } from 'commander'
import { addressOf, fetched, fetchedJson, keepFile, mirrorIn, readJsonFile, readPinned } from '../log-files.ts'
import { addCommand, addGroup, needed, type Run, runs, untilInterrupted } from '../run.ts'
import { failed, wrongUsage } from '../stop.ts'
import { terminal } from '../terminal.ts'

/** What `log monitor` ends with, for scripts that run it. */
const MONITOR_EXIT = {
  nothing_new: 0,
  expected: 0,
  unexpected_payee: 10,
  split_view: 11,
  stale: 12,
  missing_seq: 13,
} as const

interface Monitor {
  readonly policy: string
  readonly domain: string
  readonly state: string
  readonly expect?: string
  readonly mirror?: string
}

type Facts = Readonly<Record<string, unknown>>

/** Every fact that a list of payees can name must be the same; what it leaves out must be absent. */
const isListed = (list: readonly Facts[], payment: Facts): boolean =>
  list.some(
    (one) =>
      one['address'] === payment['to'] &&
      ['network', 'asset', 'memo', 'contract', 'issuer'].every(
        (fact) => (one[fact] ?? null) === (payment[fact] ?? null),
      ),
  )

const listOf = async ({ expect, domain }: Monitor): Promise<readonly Facts[]> => {
  const url = `https://${domain}/.well-known/svc-recipients.json`
  type List = { readonly recipients?: readonly Facts[] }
  const list = expect === undefined ? await fetchedJson<List>(url) : (JSON.parse(readFileSync(expect, 'utf8')) as List)
  if (!Array.isArray(list?.recipients)) {
    throw wrongUsage(`${expect ?? url} isn't a list of payees.`, 'It must be JSON like {"recipients": [...]}.')
  }
  return list.recipients
}

type Openings = {
  readonly payee: { readonly history: readonly { opening: { salt: string; document: string } | null }[] }
}

const openingsOf = async (service: string, domain: string) => {
  type Found = { readonly payees: readonly { readonly recipient_id: string }[] }
  const found = await fetchedJson<Found>(`${service}/v1/payees?domain=${encodeURIComponent(domain)}`)
  const read = (found?.payees ?? []).map(({ recipient_id }) =>
    fetchedJson<Openings>(`${service}/v1/payees/${recipient_id}`),
  )
  return (await Promise.all(read)).flatMap((one) => one?.payee.history ?? []).flatMap(({ opening }) => opening ?? [])
}

const monitor = async ({ output }: Run, options: Monitor): Promise<void> => {
  const pinned = await readPinned(options.policy)
  const { log, service } = addressOf(pinned)
  const state = readJsonFile(options.state) as WatchState | undefined
  // Each file once: what was checked is what is kept.
  const files = new Map<string, ReturnType<typeof fetched>>()
  const read = (path: string) => {
    const reading = files.get(path) ?? fetched(`${log}/${path}`)
    files.set(path, reading)
    return reading
  }
  const list = await listOf(options)
  const watched: Watched = await watchLog({
    policy: pinned.text,
    domain: options.domain,
    state,
    read,
    openings: () => openingsOf(service, options.domain),
    expects: (payment) => isListed(list, payment),
  })
  if ('state' in watched) {
    if (options.mirror !== undefined) await mirrorLog(pinned.text, read, mirrorIn(options.mirror))
    keepFile(options.state, JSON.stringify(watched.state))
  }
  const { found } = watched
  const payees = 'payees' in watched ? watched.payees : []
  const shown = payees.map(({ event, at, document }) => {
    const { to } = (document?.['payment'] ?? {}) as { to?: string }
    return [event, `${to ?? 'hidden by the service'} (${at})`] as const
  })
  const told = 'reason' in watched ? ([['reason', watched.reason]] as const) : []
  output.fields({ found, payees, ...('reason' in watched && { reason: watched.reason }) }, [
    ['found', found.replaceAll('_', ' ')],
    ...told,
    ...shown,
  ])
  terminal().exitCode = MONITOR_EXIT[found]
}

export const addLog = (program: Command): void => {
  const log = addGroup(program, 'log', 'Watch the public payee log', [
    'log monitor --policy p.txt --domain shop.example --state m.json',
  ])
  addCommand(log, 'monitor', "Report payees of your domain that you don't expect", [
    'log monitor --policy p.txt --domain shop.example --state m.json',
  ])
    .addOption(needed('--policy <file>', 'your pinned policy file'))
    .addOption(needed('--domain <domain>', 'your domain'))
    .addOption(needed('--state <file>', 'file that keeps the last head'))
    .addOption(new Option('--expect <file>', "payees you expect (default: your domain's list)"))
    .addOption(new Option('--mirror <folder>', 'keep a copy of the log, checked, in this folder'))
    .addHelpText(
      'after',
      `
Exit codes:
  0   nothing new, or only what you expect
  10  a payee that you don't expect
  11  split view: a different log than before; keep both heads
  12  stale: no signed head, or files that don't match it
  13  a number is missing: an entry is hidden`,
    )
    .action(runs(monitor))
  addWitness(log)
}

// `log witness`: signs the heads of a log that go on from what it saw before, and keeps what does not.

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

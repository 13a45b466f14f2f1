/** Everything that reads what others wrote, with texts that are right to start from and the errors that it may throw. */
import { readFileSync } from 'node:fs'
import { readConnectKey } from '@pursestrings/contract/connect-invitations/connect-key'
import { readPairingCode } from '@pursestrings/contract/pairing/records'
import { exampleId, uuidOf } from '@pursestrings/contract/wire/ids'
import { parseAmount } from '@pursestrings/protocol/amount'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { fromBase64, fromDecimal, fromHex, textOf } from '@pursestrings/protocol/log/log-bytes'
import { readEntry, readProof } from '@pursestrings/protocol/log/log-entry'
import { entriesInBundle, hashesInTile, readTilePath } from '@pursestrings/protocol/log/log-tiles'
import { isConsistent, isIncluded } from '@pursestrings/protocol/log/merkle-tree'
import { readCheckpoint, readNote, readSignatureLine, readVerifierKey } from '@pursestrings/protocol/log/signed-note'
import { isSecret, newSecret, slotOfSecret } from '@pursestrings/protocol/secrets'
import { stellarMemo } from '@pursestrings/protocol/stellar'
import {
  type DeviceJwk,
  FactsMismatchError,
  type Jwks,
  PinRequiredError,
  readDecision,
  type SignedFacts,
  verifyFacts,
  verifyWebhook,
  WebhookVerificationError,
} from '@pursestrings/sdk'
import { PolicyError, readPolicy, verifyAudit, verifyPayee, verifyReceipt } from '@pursestrings/sdk/verify'
import { comparePayment } from '@pursestrings/stellar/compare-payment'
import { readEnvelope } from '@pursestrings/stellar/envelope'
import { readRefusal } from '@pursestrings/stellar/fee-bump'
import { readAccountEntry, readTrustline } from '@pursestrings/stellar/read-entries'
import { readTransaction } from '@pursestrings/stellar/read-transaction'
import { readAssertion } from '../../../server/src/connections/agent-auth/exchange-assertion.ts'
import { kidIn, readStatement } from '../../../server/src/connections/devices/signed-statement.ts'
import { parseJsonBody } from '../../../server/src/platform/http/json-body.ts'
import { beforeCursor } from '../../../server/src/platform/http/page.ts'
import { Refusal } from '../../../server/src/platform/refusal.ts'
import { mutatedBytes, mutatedJson, mutatedText, type Random, randomOf, seedFor } from './mutate.ts'
import { STELLAR_SEEDS } from './stellar-seeds.ts'

type ErrorClass = abstract new (...input: never[]) => Error

export interface Parser {
  readonly name: string
  /** Texts that it takes; those in JSON are also changed in their structure. */
  readonly seeds: readonly string[]
  read(text: string): unknown
  readonly throws: readonly ErrorClass[]
  /** Bytes rather than a text. */
  readonly bytes?: true
}

/** What a service with a log, witnesses and a ledger has shown. */
export interface LogSeeds {
  readonly policy: string
  readonly receipt: string
}

interface Vectors {
  readonly facts: readonly { request: SignedFacts; jwks: Jwks; pinned_keys: readonly string[]; issuer: string }[]
  readonly webhooks: readonly {
    body: string
    headers: Readonly<Record<string, string>>
    secrets: readonly string[]
    now: number
  }[]
  readonly canonical: readonly { value: unknown }[]
}
const vectors = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'))
const clients = vectors('clients') as Vectors
const { decisions } = vectors('decisions') as {
  decisions: readonly { public_key: DeviceJwk; kid: string; jws: string }[]
}
const [facts] = clients.facts as [Vectors['facts'][number]]
const [webhook] = clients.webhooks as [Vectors['webhooks'][number]]
const [decision] = decisions as [(typeof decisions)[number]]
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

/** An assertion that nobody signed: its form is what is read. */
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const ASSERTION = `${part({ alg: 'EdDSA', kid: 'key-1', typ: 'svc-agent-assertion+jwt' })}.${part({ iss: exampleId('agt') })}.${'A'.repeat(86)}`

export const PARSERS: readonly Parser[] = [
  {
    name: 'canonical JSON',
    seeds: clients.canonical.map(({ value }) => JSON.stringify(value)),
    read: (text) => {
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch {
        return undefined
      }
      const written = canonicalJson(value)
      if (canonicalJson(JSON.parse(written)) !== written) throw new Error(`not the same when written again: ${written}`)
      return written
    },
    throws: [TypeError],
  },
  { name: 'JSON of a body', seeds: ['{"a":[1,{"b":"c"}],"d":null}'], read: parseJsonBody, throws: [Refusal] },
  { name: 'assertion of an agent', seeds: [ASSERTION], read: readAssertion, throws: [] },
  {
    name: 'statement of a device',
    seeds: decisions.map(({ jws }) => jws),
    read: (text) => {
      kidIn(text)
      const { public_key: jwk, kid } = decision
      return readStatement(text, 'svc-device-decision+jws', { kid, jwk, alg: jwk.kty === 'EC' ? 'ES256' : 'EdDSA' })
    },
    throws: [],
  },
  {
    name: 'decision of a device',
    seeds: decisions.map(({ jws }) => jws),
    read: (text) => readDecision(decision.public_key, text),
    throws: [],
  },
  {
    name: 'signed facts',
    seeds: [JSON.stringify(facts.request)],
    read: (text) => {
      const request = objectIn(text)
      return request && verifyFacts(request as never, facts.jwks, facts)
    },
    throws: [FactsMismatchError],
  },
  {
    name: 'keys of a service',
    seeds: [JSON.stringify(facts.jwks)],
    read: (text) => {
      const jwks = objectIn(text)
      return jwks && verifyFacts(facts.request, jwks, facts)
    },
    throws: [FactsMismatchError, PinRequiredError],
  },
  {
    name: 'webhook',
    seeds: [JSON.stringify({ ...webhook.headers, body: webhook.body })],
    read: (text) => {
      const { body, ...headers } = objectIn(text) ?? {}
      if (typeof body !== 'string') return undefined
      return verifyWebhook(body, headers as never, webhook.secrets, { now: new Date(webhook.now * 1000) })
    },
    throws: [WebhookVerificationError],
  },
  {
    name: 'Connect Key',
    seeds: ['0123-4567-89AB-CDEF-GHJT', 'oil1-4567-89ab-cdef-ghjt'],
    read: readConnectKey,
    throws: [],
  },
  { name: 'pairing code', seeds: ['WDJB-MJHT', 'wdjbmjht'], read: readPairingCode, throws: [] },
  { name: 'id', seeds: [exampleId('pr')], read: (text) => uuidOf('pr', text), throws: [] },
  {
    name: 'cursor of a list',
    seeds: [exampleId('pr')],
    read: (text) => beforeCursor('pr', { cursor: text }),
    throws: [Refusal],
  },
  {
    name: 'secret',
    seeds: [newSecret('conn'), newSecret('device')],
    read: (text) => isSecret('conn', text) && slotOfSecret(text),
    throws: [],
  },
  {
    name: 'amount',
    seeds: ['12.50', '0.0000001'],
    read: (text) => parseAmount(text, { decimals: 7, max_units: 2n ** 63n - 1n }),
    throws: [],
  },
  { name: 'memo', seeds: ['id:7', `hash:${'ab'.repeat(32)}`, 'order 7'], read: stellarMemo, throws: [] },
  {
    name: 'numbers and bytes',
    seeds: ['12', 'c0ffee', 'AAEC'],
    read: (text) => [fromDecimal(text), fromHex(text), fromBase64(text), textOf(latin1(text))],
    throws: [],
  },
  { name: 'path of a tile', seeds: ['tile/0/x001/067.p/12', 'tile/entries/000'], read: readTilePath, throws: [] },
  { name: 'tile', seeds: ['h'.repeat(96)], read: (text) => hashesInTile(latin1(text), 3), throws: [], bytes: true },
  {
    name: 'bundle of entries',
    seeds: ['\0\x03abc\0\x02de\0\x01f'],
    read: (text) => entriesInBundle(latin1(text), 3),
    throws: [],
    bytes: true,
  },
  {
    name: 'hashes of a proof',
    seeds: ['5 3 8', '0 1 1', '4503599627370496 7 9007199254740991'],
    read: async (text) => {
      const [size = 0, index = 0, other = 0] = text.split(' ').map((one) => fromDecimal(one) ?? 0)
      const hash = new Uint8Array(32)
      const proof = Array.from({ length: text.length % 60 }, () => hash)
      await isIncluded({ index, size, leaf: hash, proof, root: hash })
      return isConsistent({ size, root: hash }, { size: other, root: hash }, proof)
    },
    throws: [],
  },
  ...STELLAR_SEEDS.envelopes.map((envelope, n) => ({
    name: `Stellar envelope ${n + 1}`,
    seeds: [envelope],
    read: (text: string) => [readEnvelope(text), comparePayment(text, STELLAR_SEEDS.terms)],
    throws: [],
  })),
  {
    name: 'Stellar transaction',
    seeds: STELLAR_SEEDS.pairs.map((pair) => JSON.stringify(pair)),
    read: (text) => {
      const { envelope, result } = objectIn(text) ?? {}
      if (typeof envelope !== 'string' || typeof result !== 'string') return undefined
      return readTransaction({ envelope, result }, STELLAR_SEEDS.terms.passphrase)
    },
    throws: [],
  },
  {
    name: 'Stellar entries',
    seeds: STELLAR_SEEDS.entries,
    read: (text) => [
      readAccountEntry(text, STELLAR_SEEDS.payer),
      readTrustline(text, STELLAR_SEEDS.payer, STELLAR_SEEDS.asset),
      readRefusal(text),
    ],
    throws: [],
  },
]

const objectIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as never) : undefined
  } catch {
    return undefined
  }
}

/** Those that need a log which somebody has signed. */
export const logParsersOf = async ({ policy, receipt }: LogSeeds): Promise<readonly Parser[]> => {
  const believed = await readPolicy(policy)
  const parts = JSON.parse(receipt) as { keys: { entry: string; proof: string }[]; payee: Record<string, unknown> }
  const [{ entry, proof }] = parts.keys as [{ entry: string; proof: string }]
  const note = proof.slice(proof.indexOf('\n\n') + 2)
  const vkey = policy.split(/\s+/)[1] ?? ''
  const memory = { read: async () => undefined, write: async () => {}, prove: async () => [] }
  const claim = {
    recipient_id: exampleId('rcp'),
    recipient_version_id: exampleId('rcv'),
    payee: { domain: 'a.example' },
    payment: {},
  }
  return [
    { name: 'policy of a log', seeds: [policy], read: (text) => readPolicy(text), throws: [PolicyError] },
    { name: 'key of a log', seeds: [vkey], read: (text) => readVerifierKey(text), throws: [] },
    { name: 'signed note', seeds: [note], read: readNote, throws: [] },
    {
      name: 'signature of a note',
      seeds: [note.trimEnd().split('\n').at(-1) ?? ''],
      read: readSignatureLine,
      throws: [],
    },
    { name: 'checkpoint', seeds: [note.slice(0, note.indexOf('\n\n') + 1)], read: readCheckpoint, throws: [] },
    { name: 'proof', seeds: [proof], read: readProof, throws: [] },
    {
      name: 'entry of a log',
      seeds: [entry, String(parts.payee['entry'])],
      read: (text) => readEntry(new TextEncoder().encode(text)),
      throws: [],
    },
    { name: 'receipt', seeds: [receipt], read: (text) => verifyReceipt(text, believed), throws: [] },
    {
      name: 'audit export',
      seeds: [`${entry}\n{"head_jws":null,"keys":[],"logged":[],"merchant_id":"mer_x","type":"svc.audit_export.v1"}\n`],
      read: (text) => verifyAudit(text, believed),
      throws: [],
    },
    {
      name: 'record of a payee',
      seeds: [JSON.stringify({ proof: null, ...parts.payee })],
      read: (text) => {
        const record = objectIn(text)
        const isRecord =
          typeof record?.['entry'] === 'string' &&
          [null, 'string'].includes(record['proof'] === null ? null : typeof record['proof'])
        return isRecord ? verifyPayee(claim as never, record as never, believed, memory) : undefined
      },
      throws: [],
    },
  ]
}

// Runs parsers over changed texts: what they throw that they do not declare, and what takes too long.

/** Of own processor time, and only where it takes as long when it is read again. */
const READ_MS_MAX = 100

export const fuzzParser = async (parser: Parser, calls: number, seed: number): Promise<string[]> => {
  const random = randomOf(seedFor(seed, parser.name))
  const found: string[] = []
  for (const text of parser.seeds) found.push(...(await findings(parser, text)))
  for (let call = 0; call < calls && found.length < 20; call++)
    found.push(...(await findings(parser, changed(parser, random))))
  return found
}

const changed = (parser: Parser, random: Random): string => {
  const text = random.pick(parser.seeds)
  if (parser.bytes) return mutatedBytes(Buffer.from(text, 'latin1'), random).toString('latin1')
  if (!/^[{[]/.test(text) || random.chance(0.4)) return mutatedText(text, random)
  try {
    return mutatedJson(JSON.parse(text), random)
  } catch {
    return mutatedText(text, random)
  }
}

const findings = async (parser: Parser, text: string): Promise<string[]> => {
  const shown = `${parser.name}: ${JSON.stringify(text.slice(0, 400))}${text.length > 400 ? `…(${text.length})` : ''}`
  const once = async (): Promise<{ ms: number; fault?: Error | undefined }> => {
    const began = process.threadCpuUsage()
    let fault: Error | undefined
    try {
      await parser.read(text)
    } catch (error) {
      if (!parser.throws.some((declared) => error instanceof declared))
        fault = error instanceof Error ? error : new Error(`no error: ${typeof error}`)
    }
    const { user, system } = process.threadCpuUsage(began)
    return { ms: (user + system) / 1000, fault }
  }
  const { ms, fault } = await once()
  if (fault !== undefined) return [`${shown} threw ${fault.name}: ${fault.message}`]
  if (ms <= READ_MS_MAX) return []
  const again = await once()
  return again.ms > READ_MS_MAX ? [`${shown} took ${Math.round(again.ms)} ms`] : []
}

/**
 * The settings LOG_KEY and LOG_WITNESSES: with which key the payee log is signed, and who must have seen it. The key is 32
 * bytes of an Ed25519 seed in base64url, with a name in front if you like (`kid:seed`). A fault never quotes it.
 */
import { hash, type KeyObject } from 'node:crypto'
import { type Sha256, utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { type LogPolicy, PolicyError, policyText, readPolicy } from '@pursestrings/protocol/log/log-policy'
import {
  LOG_KEY_TYPE,
  originOf,
  signatureLine,
  type VerifierKey,
  verifierKeyOf,
} from '@pursestrings/protocol/log/signed-note'
import { Type } from 'typebox'
import { keyOfSeed, readSeed, type Signer, signerOf } from '../../platform/keys/key-store.ts'

export const LOG_SETTINGS = {
  LOG_KEY: Type.Optional(
    Type.String({
      description:
        'Ed25519 key of the payee log: 32 bytes in base64url, with a name and a colon in front if you like. A worker with this key keeps the log; without it there is no log. Keep it for years: it identifies the log to everybody who pinned it. Secret',
    }),
  ),
  LOG_MIRROR: Type.Optional(
    Type.String({
      pattern: '^(/|https://[^\\s?#@]+$)',
      description:
        'folder on another disk or machine, or https address of a server that takes PUT and GET, the same for all processes, where a worker writes every minute how far the database has come and what was revoked; a process whose database is behind it, as after restoring a backup, does not start. Needs RECEIPT_KEYS, or a log key in KEY_STORE; nothing is written without it',
    }),
  ),
  LOG_MIRROR_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[!-~]+$',
      description: 'bearer token that LOG_MIRROR is read and written with, where it is an https address. Secret',
    }),
  ),
  LOG_WITNESSES: Type.Optional(
    Type.String({
      description:
        'who must have seen a checkpoint of the payee log before it is shown: lines of a tlog-policy with witnesses, their addresses, groups and the quorum, with `;` between them; none by default',
    }),
  ),
}

export class LogKeyFault extends Error {}

/** Node's own hash answers at once: a thousand leaves a turn would wait long for WebCrypto. */
export const sha256: Sha256 = (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer'))

export const readLogKey = (setting: string): KeyObject[] => {
  const seed = readSeed(setting.slice(setting.indexOf(':') + 1))
  if (!seed) throw new LogKeyFault('must be 32 bytes in base64url, with a name and a colon in front if you like')
  return [keyOfSeed(seed)]
}

export interface LogSigner {
  readonly origin: string
  readonly verifier: VerifierKey
  readonly policy: LogPolicy
  readonly policy_text: string
  /** A line under a text; the same text has the same line. */
  signatureUnder(text: string): Promise<string>
}

interface Settings {
  /** As it is set, or out of a key store. */
  readonly key: string | Signer
  readonly issuer: string
  /** Lines of a policy that name witnesses, groups and the quorum, with `;` between them; none by default. */
  readonly witnesses: string | undefined
}

export const logSignerOf = async ({ key, issuer, witnesses }: Settings): Promise<LogSigner> => {
  const signer = typeof key === 'string' ? signerOf(readLogKey(key)[0] as KeyObject) : key
  const origin = originOf(issuer)
  const raw = Buffer.from(signer.public_jwk.x, 'base64url')
  const verifier = await verifierKeyOf({ name: origin, type: LOG_KEY_TYPE, key: new Uint8Array(raw) }, sha256)
  const policy = await withWitnesses(verifier, `${issuer}/log`, witnesses)
  return {
    origin,
    verifier,
    policy,
    policy_text: policyText(policy),
    signatureUnder: async (text) => signatureLine(verifier, new Uint8Array(await signer.sign(utf8Of(text)))),
  }
}

const withWitnesses = async (key: VerifierKey, url: string, witnesses = 'quorum none'): Promise<LogPolicy> => {
  const lines = witnesses.split(';').map((line) => line.trim())
  try {
    const policy = await readPolicy(`${lines.join('\n')}\n`, sha256)
    const silent = policy.witnesses.find((witness) => witness.url === undefined)
    if (policy.logs.length > 0) throw new LogKeyFault('LOG_WITNESSES names witnesses and the quorum, and no log')
    if (silent) throw new LogKeyFault(`LOG_WITNESSES gives no address of the witness ${silent.name}`)
    return { ...policy, logs: [{ key, url }] }
  } catch (error) {
    if (error instanceof PolicyError) throw new LogKeyFault(`LOG_WITNESSES: ${error.message}`)
    throw error
  }
}

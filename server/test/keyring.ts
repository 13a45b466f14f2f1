/** One live credential of every kind, each as a caller presents it; built by doing. */

import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CredentialKind } from '@pursestrings/contract/operation'
import { agentTokenOf } from './agent.ts'
import { newConnection } from './connection.ts'
import { grantFor, type Operator } from './operator.ts'
import { newApiKey, newMerchantKey } from './project.ts'
import type { World } from './world.ts'

export interface Key {
  readonly kind: CredentialKind
  readonly carrier: 'cookie' | 'bearer' | 'api_key' | 'device_fields'
  readonly headers: Readonly<Record<string, string>>
  /** Sent in the body, or in the query of a GET. */
  readonly fields?: { readonly device_id: string; readonly token: string }
}

export type Keyring = Readonly<Record<string, Key>>

const bearer = (kind: CredentialKind, token: string): Key => ({
  kind,
  carrier: 'bearer',
  headers: { authorization: `Bearer ${token}` },
})

export const keyringOf = async (world: World, operator: Operator, metrics_token: string): Promise<Keyring> => {
  const { cookie, csrf } = operator
  const { agent, device, claim_token, connection_token } = await newConnection(world, { operator })
  const { device_id, token } = device
  const { headers: api_key } = await newApiKey(operator)
  const { secret: merchant_key } = await newMerchantKey(operator)
  return {
    'session cookie': { kind: 'merchant_session', carrier: 'cookie', headers: { cookie, 'x-csrf-token': csrf } },
    'session bearer': bearer('merchant_session', await bearerSession(world, operator)),
    'merchant key': bearer('merchant_key', merchant_key),
    'agent token': bearer('agent_token', await agentTokenOf(world, agent)),
    'connection token': bearer('connection_token', connection_token),
    'claim token': bearer('claim_token', claim_token),
    'device token': bearer('device_token', token),
    'device fields': { kind: 'device_token', carrier: 'device_fields', headers: {}, fields: { device_id, token } },
    'api key': { kind: 'api_key', carrier: 'api_key', headers: api_key },
    'metrics token': bearer('metrics_token', metrics_token),
  }
}

/** The headers that open a route of this kind; none for one that needs none. */
export const headersFor = (keys: Keyring, kind: CredentialKind | undefined): Record<string, string> => ({
  ...Object.values(keys).find((key) => key.kind === kind && key.carrier !== 'device_fields')?.headers,
})

export const bearerSession = async (world: World, { email }: Operator): Promise<string> => {
  const { grant, merchant_choices } = await grantFor(world, email)
  const choice = merchant_choices[0]?.choice
  const body = { grant, choice, transport: 'bearer' }
  return (await world.call('POST', '/v1/merchant-sessions', { body })).json.session_token
}

// A key store in a file of its own, and what a service shows of its keys.

export const keyText = (): string => randomBytes(32).toString('base64url')

export interface KeyFileAt {
  /** For KEY_STORE. */
  readonly setting: string
  readonly log_key: string
  write(key_encryption_keys: string): void
}

export const newKeyFile = (key_encryption_keys = `kek-1:${keyText()}`, log_key = keyText()): KeyFileAt => {
  const path = join(mkdtempSync(join(tmpdir(), 'key-store-')), 'keys.json')
  const write = (keys: string) => {
    writeFileSync(path, JSON.stringify({ log_key, key_encryption_keys: keys }))
    chmodSync(path, 0o600)
  }
  write(key_encryption_keys)
  return { setting: `file:${path}`, log_key, write }
}

export interface ServedKey {
  readonly kid: string
  readonly x: string
  readonly purpose: string
  readonly endorsement_jws?: string
}

export const servedKeys = async (url: string): Promise<ServedKey[]> =>
  ((await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: ServedKey[] }).keys

export const kidOf = (jws: string): string =>
  (JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid

/** By a key of that purpose among those that are served. */
export const isSignedBy = (jws: string, keys: readonly ServedKey[], purpose: string): boolean => {
  const [header = '', payload = '', signature = ''] = jws.split('.')
  const key = keys.find((one) => one.kid === kidOf(jws) && one.purpose === purpose)
  if (!key) return false
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.x }
  const public_key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify(null, Buffer.from(`${header}.${payload}`), public_key, Buffer.from(signature, 'base64url'))
}

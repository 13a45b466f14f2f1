/**
 * A device gets a key, replaces it or revokes it. The new key signs for itself and the one before signs for it, over a
 * challenge that is used once: whoever stole the token alone plants no key, also not by revoking the key first.
 */
import { hash, randomBytes } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { type PublicJwk, privateKeySent } from '@pursestrings/contract/agent-credentials/records'
import type { addDeviceKey as addDeviceKeyOperation } from '@pursestrings/contract/devices/key-operations'
import { deviceKeyProofInvalid, deviceKeyRequired } from '@pursestrings/contract/devices/records'
import type { Issue } from '@pursestrings/contract/errors'
import type { BodyOf } from '@pursestrings/contract/operation'
import { resourceNotFound, validationFailed } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import {
  DEVICE_KEY_PROOF_JWS_TYPE,
  type DeviceJwk,
  deviceAlgOf,
  keyProofStatement,
} from '@pursestrings/protocol/device-statements'
import type { WalletTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdsPrivateKey, publicKeyOf, strictBase64url } from '../agents/public-key.ts'
import {
  type DeviceKeyRow,
  endDeviceKey,
  holdOwnDevice,
  insertDeviceKey,
  putChallenge,
  selectDeviceKeys,
  spendKeyChallenge,
  walletHasKeys,
} from './device-keys.store.ts'
import { differing, kidOf, readStatement, type SigningKey } from './signed-statement.ts'

/** Which keys a device may sign with: Ed25519 as agents' keys, or a point of P-256, each in its one spelling. */
const deviceKeyOf = (input: DeviceJwk): SigningKey => {
  if (holdsPrivateKey(input as PublicJwk)) throw new Refusal(privateKeySent)
  const jwk = input.kty === 'EC' ? p256Key({ ...input }) : ed25519Key(input)
  return { kid: kidOf(jwk), alg: deviceAlgOf(jwk), jwk }
}

const ed25519Key = (input: DeviceJwk): DeviceJwk => {
  const parsed = publicKeyOf(input as PublicJwk)
  if (!('key' in parsed)) throw new Refusal(validationFailed, { issues: parsed.issues })
  return { kty: 'OKP', crv: 'Ed25519', x: input.x }
}

const MEMBERS = ['kty', 'crv', 'x', 'y']

const p256Key = (input: Readonly<Record<string, unknown>>): DeviceJwk => {
  const { crv, x, y } = input
  const issues: Issue[] = Object.keys(input)
    .filter((member) => !MEMBERS.includes(member))
    .map((member) => ({ code: 'unknown_field', field: `public_key.${member}`, message: "isn't a supported member" }))
  if (crv !== 'P-256') issues.push({ code: 'not_allowed', field: 'public_key.crv', message: 'must be P-256' })
  if (issues.length > 0) throw new Refusal(validationFailed, { issues })
  const [across, up] = [x, y].map((text) => (typeof text === 'string' ? strictBase64url(text, 32) : undefined))
  if (!across || !up || !isPoint(across, up)) {
    const message = 'is no P-256 public key: `x` and `y` must be 32 bytes each in base64url, of a point of the curve'
    throw new Refusal(validationFailed, { issues: [{ code: 'not_a_key', field: 'public_key', message }] })
  }
  return { kty: 'EC', crv: 'P-256', x: across.toString('base64url'), y: up.toString('base64url') }
}

const isPoint = (x: Buffer, y: Buffer): boolean => {
  try {
    p256.Point.fromBytes(Buffer.concat([Buffer.of(4), x, y])).assertValidity()
    return true
  } catch {
    return false
  }
}

const refuseOther = (tx: WalletTx, device_id: Uuid): void => {
  if (device_id !== tx.device_id) throw new Refusal(resourceNotFound)
}

export const createKeyChallenge = async (tx: WalletTx, device_id: Uuid) => {
  refuseOther(tx, device_id)
  const challenge = randomBytes(32).toString('base64url')
  const expires_at = await putChallenge(tx, hash('sha256', challenge, 'buffer'))
  return { challenge, expires_at: expires_at.toISOString() }
}

interface Added {
  readonly device_id: Uuid
  readonly body: BodyOf<typeof addDeviceKeyOperation>
  readonly issuer: string
}

export const addDeviceKey = async (tx: WalletTx, { device_id, body, issuer }: Added): Promise<DeviceKeyRow> => {
  refuseOther(tx, device_id)
  const key = deviceKeyOf(body.public_key)
  await holdOwnDevice(tx)
  const keys = await selectDeviceKeys(tx)
  const expected = { aud: issuer, device_id: idOf('dev', device_id), kid: key.kid }
  const challenge = proven(body.proof_jws, key, expected, 'proof_jws')
  const known = keys.find(({ kid }) => kid === key.kid)
  // The answer to the first call was lost: its challenge is spent, and the key is there.
  if (known?.status === 'active') return known
  if (known) {
    const message = 'was a key of this device before, and has ended: make a new key'
    throw new Refusal(validationFailed, { issues: [{ code: 'key_ended', field: 'public_key', message }] })
  }
  const active = keys.find(({ status }) => status === 'active')
  // Of a wallet with keys, whoever has the token of a device without one plants none either.
  if (!active && (await walletHasKeys(tx))) throw new Refusal(deviceKeyRequired)
  if (active && proven(body.previous_jws ?? '', active, expected, 'previous_jws') !== challenge) {
    throw invalid('previous_jws', 'is about another challenge than `proof_jws`')
  }
  if (!(await spendKeyChallenge(tx, hash('sha256', challenge, 'buffer')))) {
    throw invalid('proof_jws', 'names a challenge that was used, has expired, was replaced or was not issued here')
  }
  if (active) await endDeviceKey(tx, active.kid, 'replaced')
  return insertDeviceKey(tx, key)
}

/** The challenge that was signed. */
const proven = (
  jws: string,
  key: SigningKey,
  expected: { aud: string; device_id: string; kid: string },
  field: string,
): string => {
  const said = readStatement(jws, DEVICE_KEY_PROOF_JWS_TYPE, key)
  if (!said) throw invalid(field, 'is not signed by that key, in the form that is described')
  const { challenge = '' } = said
  const wrong = differing(said, keyProofStatement({ ...expected, challenge }))
  if (wrong.length > 0 || challenge === '') throw invalid(field, `is about something else: ${wrong.join(', ')}`)
  return challenge
}

const invalid = (field: string, message: string): Refusal =>
  new Refusal(deviceKeyProofInvalid, { issues: [{ code: deviceKeyProofInvalid.code, field, message }] })

export const revokeDeviceKey = async (tx: WalletTx, device_id: Uuid, kid: string): Promise<DeviceKeyRow> => {
  refuseOther(tx, device_id)
  await holdOwnDevice(tx)
  const ended = await endDeviceKey(tx, kid, 'revoked')
  const row = ended ?? (await selectDeviceKeys(tx)).find((one) => one.kid === kid)
  if (!row) throw new Refusal(resourceNotFound)
  return row
}

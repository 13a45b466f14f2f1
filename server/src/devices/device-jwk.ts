/** Which keys a device may sign with: Ed25519 as agents' keys (A3), or a point of P-256, each in its one spelling. */
import { privateKeySent } from '@countersign/contract/agent-credentials/errors'
import type { PublicJwk } from '@countersign/contract/agent-credentials/records'
import { type DeviceJwk, deviceAlgOf } from '@countersign/contract/devices/device-statements'
import type { Issue } from '@countersign/contract/errors'
import { validationFailed } from '@countersign/contract/transport-errors'
import { p256 } from '@noble/curves/nist.js'
import { holdsPrivateKey, publicKeyOf } from '../agents/public-key.ts'
import { strictBase64url } from '../agents/strict-base64url.ts'
import { Refusal } from '../refusal.ts'
import { kidOf, type SigningKey } from './signed-statement.ts'

export const deviceKeyOf = (input: DeviceJwk): SigningKey => {
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

/**
 * What a wallet signs with the key of its device: its decision about a payment, the proof of a new key, a change of a
 * connection, a link with another device, and the undoing of a stop. Whoever has the public key can check it, and not even the service could have invented it. WebCrypto alone: the
 * key may be one that cannot leave the device.
 */
import { canonicalJson } from '@pursestrings/protocol/canonical'
import {
  CONNECTION_CHANGE_JWS_TYPE,
  type ConnectionChange,
  connectionChangeStatement,
  DEVICE_DECISION_JWS_TYPE,
  DEVICE_KEY_PROOF_JWS_TYPE,
  DEVICE_LINK_JWS_TYPE,
  type DeviceAlg,
  type DeviceDecision,
  type DeviceJwk,
  type DeviceKeyProof,
  type DeviceLink,
  decisionStatement,
  deviceAlgOf,
  deviceLinkStatement,
  deviceThumbprintText,
  keyProofStatement,
  STOP_UNDO_JWS_TYPE,
  type Statement,
  type StopUndo,
  statementHeaderText,
  statementText,
  stopUndoStatement,
} from '@pursestrings/protocol/device-statements'
import { consentTextOf, payeeText, policyText } from '@pursestrings/protocol/policy-text'
import { base64urlOf, bytesOfBase64, hexOf, sha256, utf8 } from './bytes.ts'
import type { AutomationPolicy } from './generated/records.ts'
import { type PrivateKey, signerOf } from './signing-key.ts'
import { FactsMismatchError } from './verify-facts.ts'

export type { ConnectionChange, DeviceDecision, DeviceJwk, DeviceKeyProof, DeviceLink, StopUndo }

type WebCryptoKey = InstanceType<typeof CryptoKey>

/** A key pair of the device. The private half signs and need not be extractable. */
export interface DeviceKeyPair {
  readonly private_key: WebCryptoKey
  readonly public_key: DeviceJwk
  /** The thumbprint (RFC 7638) of the public half. */
  readonly kid: string
}

const NAMES = { EdDSA: 'Ed25519', ES256: { name: 'ECDSA', namedCurve: 'P-256' } } as const
const HOW = { EdDSA: 'Ed25519', ES256: { name: 'ECDSA', hash: 'SHA-256' } } as const

/** Ed25519, or `ES256` for P-256. Not extractable: keep the pair where keys are kept, such as in IndexedDB. */
export const generateDeviceKey = async (
  alg: DeviceAlg = 'EdDSA',
  { extractable = false }: { extractable?: boolean } = {},
): Promise<DeviceKeyPair> => {
  const pair = await crypto.subtle.generateKey(NAMES[alg], extractable, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error("this runtime can't create such keys")
  return deviceKeyPair(pair.privateKey, pair.publicKey)
}

/** Of keys that WebCrypto holds already. */
export const deviceKeyPair = async (private_key: WebCryptoKey, publicKey: WebCryptoKey): Promise<DeviceKeyPair> => {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const public_key = (kty === 'EC' ? { kty, crv, x, y } : { kty, crv, x }) as DeviceJwk
  return { private_key, public_key, kid: await deviceKid(public_key) }
}

/** From a JWK with its private half, as `exportDeviceKey` gives it. */
export const importDeviceKey = async (jwk: DeviceJwk & { readonly d: string }): Promise<DeviceKeyPair> => {
  const { d: _d, ...given } = jwk
  const { kty, crv, x } = given
  const public_key = (given.kty === 'EC' ? { kty, crv, x, y: given.y } : { kty, crv, x }) as DeviceJwk
  const name = NAMES[deviceAlgOf(public_key)]
  const private_key = await crypto.subtle.importKey('jwk', { ...public_key, d: jwk.d }, name, false, ['sign'])
  return { private_key, public_key, kid: await deviceKid(public_key) }
}

/** Of a pair that was made extractable: the whole secret. */
export const exportDeviceKey = async ({ private_key, public_key }: DeviceKeyPair) => {
  const { d = '' } = await crypto.subtle.exportKey('jwk', private_key)
  return { ...public_key, d }
}

export const deviceKid = async (jwk: DeviceJwk): Promise<string> => base64urlOf(await sha256(deviceThumbprintText(jwk)))

const part = (text: string): string => base64urlOf(utf8(text))

const signStatement = async (
  { private_key, public_key, kid }: DeviceKeyPair,
  typ: string,
  statement: Statement,
): Promise<string> => {
  const alg = deviceAlgOf(public_key)
  const input = `${part(statementHeaderText(alg, kid, typ))}.${part(statementText(statement))}`
  return `${input}.${await signWith({ private_key, public_key }, input)}`
}

/** 64 bytes in base64url, over the UTF-8 of a text. */
export const signWith = async (
  { private_key, public_key }: Pick<DeviceKeyPair, 'private_key' | 'public_key'>,
  text: string,
): Promise<string> => {
  const how = HOW[deviceAlgOf(public_key)]
  return base64urlOf(new Uint8Array(await crypto.subtle.sign(how, private_key, utf8(text))))
}

/** `decision_jws` of a report. Sign what you report: the same status, and the transaction where you name one. */
export const signDecision = (
  key: DeviceKeyPair,
  decision: Omit<DeviceDecision, 'decided_at' | 'by'> & Partial<Pick<DeviceDecision, 'decided_at' | 'by'>>,
): Promise<string> =>
  signStatement(
    key,
    DEVICE_DECISION_JWS_TYPE,
    decisionStatement({ by: 'person', decided_at: new Date().toISOString(), ...decision }),
  )

/** `proof_jws` of a new key, signed by itself; `previous_jws` is the same signed by the key before. */
export const signKeyProof = (by: DeviceKeyPair, proof: DeviceKeyProof): Promise<string> =>
  signStatement(by, DEVICE_KEY_PROOF_JWS_TYPE, keyProofStatement(proof))

/** `change_jws`, with which a wallet stops requiring signed decisions. */
export const signConnectionChange = (
  key: DeviceKeyPair,
  change: Omit<ConnectionChange, 'at'> & Partial<Pick<ConnectionChange, 'at'>>,
): Promise<string> =>
  signStatement(key, CONNECTION_CHANGE_JWS_TYPE, connectionChangeStatement({ at: new Date().toISOString(), ...change }))

/** `link_jws`, with which a device asks for a link code, or uses the code that another one shows. */
export const signDeviceLink = (
  key: DeviceKeyPair,
  link: Omit<DeviceLink, 'at'> & Partial<Pick<DeviceLink, 'at'>>,
): Promise<string> =>
  signStatement(key, DEVICE_LINK_JWS_TYPE, deviceLinkStatement({ at: new Date().toISOString(), ...link }))

/** `undo_jws`, with which a wallet goes on after a stop: after that one, and no later one. */
export const signStopUndo = (key: DeviceKeyPair, undo: StopUndo): Promise<string> =>
  signStatement(key, STOP_UNDO_JWS_TYPE, stopUndoStatement(undo))

/**
 * The members of a decision that this key signed, in the one form; undefined for anything else. Compare every one of them
 * with what you know of the payment: a decision about another is a good signature, too.
 */
export const readDecision = async (public_key: DeviceJwk, jws: string): Promise<Statement | undefined> => {
  const [header = '', payload = '', signature = '', ...more] = jws.split('.')
  const [alg, kid] = [deviceAlgOf(public_key), await deviceKid(public_key)]
  if (more.length > 0 || header !== part(statementHeaderText(alg, kid, DEVICE_DECISION_JWS_TYPE))) return undefined
  const [text, signed] = [bytesOfBase64(payload), bytesOfBase64(signature)]
  if (!text || signed?.length !== 64 || base64urlOf(signed) !== signature || base64urlOf(text) !== payload)
    return undefined
  const key = await crypto.subtle.importKey('jwk', { ...public_key }, NAMES[alg], false, ['verify'])
  if (!(await crypto.subtle.verify(HOW[alg], key, signed, utf8(`${header}.${payload}`)))) return undefined
  return statementIn(text)
}

/** Written again and compared: no second member of a name, no other order, no other spelling gets through. */
const statementIn = (bytes: Uint8Array): Statement | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value = JSON.parse(text) as Record<string, unknown>
    if (Array.isArray(value) || canonicalJson(value) !== text) return undefined
    const fits = Object.values(value).every((member) => typeof member === 'string')
    return fits ? (value as Statement) : undefined
  } catch {
    return undefined
  }
}

// What a user consents to when a policy lets an agent pay by itself. A wallet makes the digest from what it shows, never
// takes it on trust, and signs it with the key of its device.

/**
 * The digest to opt in with to the terms of the policy itself; throws FactsMismatchError where what is shown is not what
 * its digests say. Wider terms that are proposed beside them have their own: see checkProposal.
 */
export const checkPolicy = async (policy: AutomationPolicy): Promise<string> => {
  const { id, policy_digest, single_tx_limit, cumulative_limit, validity_window, payees } = policy
  if (policy_digest === null || single_tx_limit === null || cumulative_limit === null || validity_window === null) {
    throw new TypeError(`the policy is incomplete: it lacks ${policy.missing.join(', ')}`)
  }
  const pinned = await Promise.all(payees.map((payee) => checkPayee(policy, payee)))
  const terms = { ...policy, policy_id: id, single_tx_limit, cumulative_limit, validity_window, payees: pinned }
  if (hexOf(await sha256(policyText(terms))) === policy_digest) return policy_digest
  throw new FactsMismatchError('digest', "The terms don't match their digest.")
}

/**
 * The digest to opt in with to the terms in `proposed`, which replace those in force; throws as checkPolicy does. Show the
 * user the proposal, not the terms of the policy itself.
 */
export const checkProposal = async (policy: AutomationPolicy): Promise<string> => {
  if (policy.proposed === null) throw new TypeError('nothing is proposed')
  return checkPolicy({ ...policy, ...policy.proposed })
}

const checkPayee = async (
  { network, asset, contract, issuer }: AutomationPolicy,
  { recipient_id, payee_digest, address = '', memo }: AutomationPolicy['payees'][number],
): Promise<{ recipient_id: string; payee_digest: string }> => {
  const optional = { contract: contract ?? null, issuer: issuer ?? null, memo: memo ?? null }
  const digest = hexOf(await sha256(payeeText({ network, asset, address, ...optional })))
  if (digest === payee_digest) return { recipient_id, payee_digest: digest }
  throw new FactsMismatchError('digest', "The address doesn't match the payee's digest.")
}

/** What `automationPolicies.optIn` is given by a device that has a key. */
export const signPolicyConsent = async (
  key: PrivateKey | DeviceKeyPair,
  policy_digest: string,
): Promise<{ policy_digest: string; signature: string }> => {
  const text = consentTextOf(policy_digest)
  const is_pair = typeof key === 'object' && 'private_key' in key
  return { policy_digest, signature: is_pair ? await signWith(key, text) : await signerOf(key)(text) }
}

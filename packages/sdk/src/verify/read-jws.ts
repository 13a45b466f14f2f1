/** A compact JWS in its one form: header of three members, canonical payload, base64url in one spelling. */
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { sameBytes, textOf, toHex, utf8Of, webSha256 } from '@pursestrings/protocol/log/log-bytes'
import {
  canonicalObject,
  commitmentOf,
  KEY_ENTRY_TYPE,
  PAYEE_OPENING_TYPE,
  readEntry,
} from '@pursestrings/protocol/log/log-entry'
import { judgeNote, readPolicy } from '@pursestrings/protocol/log/log-policy'
import { entriesFrom, nodesOfFiles, type ReadLogFile } from '@pursestrings/protocol/log/log-tiles'
import { leafHash, rootOf } from '@pursestrings/protocol/log/merkle-tree'
import { type GivenFacts, paymentFactsOf } from '@pursestrings/protocol/payment-facts'
import { base64urlOf, bytesOfBase64, utf8 } from '../bytes.ts'

export interface JwsKey {
  readonly kid: string
  /** Of an Ed25519 key; members other than the key itself are not looked at. */
  readonly jwk: Readonly<Record<string, unknown>>
}

/** Which key is said to have signed; the header is compared as a whole later. */
export const kidIn = (jws: string): unknown => {
  const header = textOf(bytesOfBase64(jws.split('.', 1)[0] ?? '') ?? new Uint8Array())
  return canonicalObject(header ?? '')?.['kid']
}

/** The payload, if this key signed it under this `typ`; undefined for anything else. */
export const readJws = async (
  jws: string,
  typ: string,
  { kid, jwk }: JwsKey,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const [header = '', payload = '', signature = '', ...more] = jws.split('.')
  if (more.length > 0 || header !== base64urlOf(utf8(canonicalJson({ alg: 'EdDSA', kid, typ })))) return undefined
  const [bytes, signed] = [bytesOfBase64(payload), bytesOfBase64(signature)]
  if (!bytes || base64urlOf(bytes) !== payload || signed?.length !== 64 || base64urlOf(signed) !== signature)
    return undefined
  const [kty, crv, x] = [String(jwk['kty']), String(jwk['crv']), String(jwk['x'])]
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
  if (!(await crypto.subtle.verify('Ed25519', key, signed, utf8(`${header}.${payload}`)))) return undefined
  return canonicalObject(textOf(bytes) ?? '')
}

// Whether what opens an entry of the payee log says what a request says of its payee.

/** What a request says of its payee; a payment request fits as it is. */
export type PayeeClaim = Pick<GivenFacts, 'recipient_id' | 'recipient_version_id' | 'payee'> & {
  readonly payment: Omit<GivenFacts['payment'], 'amount'>
}

interface Opened {
  readonly opening: { readonly salt: string; readonly document: string } | null
  readonly evidence: string | null
}

/** Why the opening does not say what the request says; undefined where it does. */
export const openingFault = async (
  claim: PayeeClaim,
  { opening, evidence }: Opened,
  commitment: string,
): Promise<string | undefined> => {
  if (opening === null) return 'The opening of this log entry was erased.'
  if ((await commitmentOf(PAYEE_OPENING_TYPE, opening)) !== commitment)
    return "The opening doesn't match the log entry."
  const document = canonicalObject(opening.document)
  if (!document) return "The opening isn't canonical JSON."
  const { evidence_digest, number: _number, ...said } = document
  const unknown = { issuer: '', connection_id: '', request_id: '', expires_at: '' }
  const given = { ...claim, ...unknown, payment: { ...claim.payment, amount: '' } }
  const { payment, payee, recipient_id, recipient_version_id } = paymentFactsOf(given)
  // The log tells where money goes; how a payment names its request is the request's own affair.
  const { amount: _amount, reference: _reference, method: _method, ...paid } = payment
  const expected = { type: PAYEE_OPENING_TYPE, recipient_id, recipient_version_id, ...payee, payment: paid }
  if (canonicalJson(said) !== canonicalJson(expected)) return 'The record is about a payee with different facts.'
  if (evidence === null) return 'The evidence was erased.'
  const same = toHex(await webSha256(utf8Of(evidence))) === evidence_digest
  return same ? undefined : "The evidence doesn't match the record."
}

// Keys of the service that were reported stolen, as the payee log has them. Reads the whole log and checks every hash, so that
// nobody between you and the log can leave one out.

/** By purpose and id. */
export type CompromisedKeys = ReadonlySet<string>

export const keyName = ({ purpose, kid }: { readonly purpose: string; readonly kid: string }): string =>
  `${purpose} ${kid}`

/** The log could not be read, or isn't the one of the policy: nothing is known of its keys. */
export class LogUnreadableError extends Error {
  override readonly name = 'LogUnreadableError'
}

const refuse = (reason: string): never => {
  throw new LogUnreadableError(reason)
}

export const readCompromisedKeys = async (policy_text: string, read: ReadLogFile): Promise<CompromisedKeys> => {
  const policy = await readPolicy(policy_text)
  const shown = textOf((await read('checkpoint')) ?? new Uint8Array())
  const judged = shown ? await judgeNote(policy, shown) : undefined
  if (!judged) return refuse("The log has no head signed with the policy's key.")
  if (!judged.quorum) return refuse("Too few of the policy's witnesses have signed the log's head.")
  const { size, root } = judged.checkpoint
  const nodes = nodesOfFiles(size, read)
  if (!sameBytes(await rootOf(size, nodes), root)) return refuse("The log's files don't match its signed head.")
  const found = new Set<string>()
  for await (const { bytes, index } of entriesFrom(read, 0, size)) {
    if (!sameBytes(await leafHash(bytes), await nodes(0, index))) refuse(`Entry ${index} doesn't match its hash.`)
    const entry = readEntry(bytes)
    if (entry?.type === KEY_ENTRY_TYPE && entry.state === 'compromised') found.add(keyName(entry))
  }
  return found
}

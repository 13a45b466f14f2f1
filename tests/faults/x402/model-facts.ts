/** The facts of a payment as the service signs them, by RFC 8785 and RFC 7515 as they are written. It shares no code with what it tests. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { CHAIN_ID, USDC } from './eip712.ts'

export const BASE_URL = 'https://pay.test'
export const CONNECTION_ID = 'con_01k0000000e008000000000000'
export const DECIMALS = 6

export type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** For what stands in facts: texts, whole numbers, objects. */
export const canonical = (value: unknown): string => {
  if (!isJson(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .toSorted()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const key = generateKeyPairSync('ed25519')
const { x: X = '' } = key.publicKey.export({ format: 'jwk' })
const KID = 'facts-1'
export const FACTS_JWK = { kty: 'OKP', crv: 'Ed25519', x: X, kid: KID }
/** What wallets and agents know of the key beforehand. */
export const PIN = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${X}"}`).digest('base64url')

const base64url = (text: string): string => Buffer.from(text).toString('base64url')

const signed = (text: string): string => {
  const head = base64url(canonical({ alg: 'EdDSA', kid: KID, typ: 'svc-payment-facts+jws' }))
  const both = `${head}.${base64url(text)}`
  return `${both}.${sign(null, Buffer.from(both), key.privateKey).toString('base64url')}`
}

export interface Version {
  readonly recipient_id: string
  readonly recipient_version_id: string
  readonly domain: string
  readonly address: string
  seen_at: number
  gone: boolean
}

interface Payment {
  readonly request_id: string
  readonly version: Version
  readonly amount: string
  readonly expires_at: number
  readonly terms: Json | undefined
}

export const signedFactsOf = ({ request_id, version, amount, expires_at, terms }: Payment) => {
  const { recipient_id, recipient_version_id, domain, address } = version
  const facts = {
    type: 'svc.payment_facts.v2',
    issuer: BASE_URL,
    connection_id: CONNECTION_ID,
    request_id,
    recipient_id,
    recipient_version_id,
    payee: { name: domain, domain, standing: 'listed' },
    payment: {
      rail: 'base_usdc',
      network: 'base_sepolia',
      asset: 'USDC',
      amount,
      to: address,
      reference: 'authorization_nonce',
      method: 'evm.eip3009',
      contract: USDC,
      decimals: DECIMALS,
      chain_id: CHAIN_ID,
    },
    expires_at: new Date(expires_at).toISOString(),
    ...(terms && { terms_digest: sha256(canonical(terms)) }),
  }
  const text = canonical(facts)
  return { facts: facts as Json, facts_digest: sha256(text), facts_jws: signed(text) }
}

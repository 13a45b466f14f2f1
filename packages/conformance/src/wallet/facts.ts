/** Payment facts as the service signs them: one canonical text, its digest, and a signature with a key that the wallet knows. */
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import type { Json } from '../call.ts'

export interface FactsKey {
  readonly kid: string
  /** As `GET /.well-known/jwks.json` shows it. */
  readonly jwk: Readonly<Record<string, string>>
  /** RFC 7638: what a wallet knows it by. */
  readonly thumbprint: string
  readonly private_key: KeyObject
}

/** RFC 8785 for what facts are made of: texts and whole numbers. */
export const canonical = (value: Json): string =>
  typeof value === 'object' && value !== null
    ? `{${Object.keys(value)
        .toSorted()
        .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
        .join(',')}}`
    : JSON.stringify(value)

const base64url = (text: string): string => Buffer.from(text).toString('base64url')

export const newKey = (kid: string): FactsKey => {
  const { privateKey: private_key, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const thumbprint = createHash('sha256')
    .update(canonical({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig', purpose: 'facts' }
  return { kid, jwk, thumbprint, private_key }
}

export const digestOf = (facts: Json): string => createHash('sha256').update(canonical(facts)).digest('hex')

export const TYP = 'svc-payment-facts+jws'

export const signedBy = ({ kid, private_key }: FactsKey, facts: Json, header: object = {}): string => {
  const input = `${base64url(canonical({ alg: 'EdDSA', kid, typ: TYP, ...header }))}.${base64url(canonical(facts))}`
  return `${input}.${sign(null, Buffer.from(input), private_key).toString('base64url')}`
}

export const newId = (kind: string): string => `${kind}_0${randomUUID().replaceAll('-', '').slice(0, 25)}`

const ADDRESS = 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H'
const AN_HOUR_MS = 3_600_000

export const factsOf = (issuer: string, connection_id: string): Json => ({
  type: 'svc.payment_facts.v2',
  issuer,
  connection_id,
  request_id: newId('pr'),
  recipient_id: newId('rcp'),
  recipient_version_id: newId('rcv'),
  payee: { name: 'Harbour Books till', domain: 'shop.example' },
  payment: {
    rail: 'stellar_xlm',
    network: 'stellar_testnet',
    asset: 'XLM',
    amount: '12.5',
    to: ADDRESS,
    memo: '4071',
    decimals: 7,
  },
  expires_at: new Date(Date.now() + AN_HOUR_MS).toISOString(),
})

/** The request with these facts, as the service shows it. */
export const recordOf = (facts: Json, facts_jws: string): Json => {
  const { type: _type, ...shown } = facts
  return {
    protocol: 'svc.payment_request.v1',
    ...shown,
    payee: { ...shown.payee, verified: true },
    created_at: new Date().toISOString(),
    idempotency_key: `key-${facts.request_id}`,
    status: 'pending',
    source: SOURCE,
    policy: { requires_user_approval: true },
    display: { title: 'Order 1042' },
    settlement: { assurance: 'none', decision: 'none', notes: [] },
    late_reports: [],
    facts_digest: digestOf(facts),
    facts_jws,
  }
}

export const SOURCE = {
  agent_id: newId('agt'),
  agent_name: 'Checkout agent',
  runtime: 'node-24',
  merchant_name: 'Harbour Books',
  verified_domain: 'shop.example',
}

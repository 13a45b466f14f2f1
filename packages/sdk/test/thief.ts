/**
 * Somebody between a client and the service who wants to be paid: swaps the address in every answer, makes the digest and the
 * signature again, and serves keys of their own under which all of it holds.
 */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { factsText, type PaymentRequest, paymentFactsOf } from '@pursestrings/sdk'
import { type Proxy, startProxy } from './proxy.ts'

type Jwk = Record<string, unknown> & { readonly kid: string }

const pair = generateKeyPairSync('ed25519')
const OWN = { ...pair.publicKey.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig', purpose: 'facts' }
export const THIEF = 'GDVEU3RDXO2TZKWFQWYRTWSBRKV5JN24HQPJNSYKAZBFZM7VXQHVPRD3'

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (header: unknown, payload: string): string => {
  const input = `${part(header)}.${payload}`
  return `${input}.${sign(null, Buffer.from(input), pair.privateKey).toString('base64url')}`
}

/** How the thief presents the key: all that can be served, given what the service serves. The first one is theirs. */
export const DISGUISES = {
  'alone, under the name of the real key': ([real]) => [{ ...OWN, kid: real.kid }],
  'beside the real keys': (real) => [{ ...OWN, kid: 'newest' }, ...real],
  'under the name of the real key, which gets another': ([real, ...others]) => [
    { ...OWN, kid: real.kid },
    { ...real, kid: 'other' },
    ...others,
  ],
  'beside the real keys, with the word that was given for another': ([real, ...others]) => [
    { ...OWN, kid: 'newest', endorsement_jws: real['endorsement_jws'] },
    real,
    ...others,
  ],
  'beside the real keys, vouching for itself in the name of the real one': ([real, ...others]) => {
    const jwk = { ...OWN, kid: 'newest' }
    const payload = { issuer: 'http://127.0.0.1:8787', jwk, not_before: '2026-01-01T00:00:00.000Z' }
    const header = { alg: 'EdDSA', kid: real.kid, typ: 'svc-key-endorsement+jws' }
    const text = part({ ...payload, type: 'svc.key_endorsement.v1' })
    return [{ ...jwk, endorsement_jws: signed(header, text) }, real, ...others]
  },
} as const satisfies Record<string, (real: [Jwk, ...Jwk[]]) => Jwk[]>

export type Disguise = keyof typeof DISGUISES

/** The request with something about it changed, and digest and signature made again so that all holds under this kid. */
export const forged = (request: PaymentRequest, changed: Partial<PaymentRequest>, kid: string): PaymentRequest => {
  const bent = { ...request, ...changed }
  const text = factsText(paymentFactsOf(bent))
  const header = { alg: 'EdDSA', kid, typ: 'svc-payment-facts+jws' }
  const facts_jws = signed(header, Buffer.from(text).toString('base64url'))
  const facts_digest = createHash('sha256').update(text).digest('hex')
  return { ...bent, facts_digest, ...(request.facts_jws !== undefined && { facts_jws }) }
}

export interface Thief extends Proxy {
  /** From now on; undefined passes everything on as it is. */
  disguise: Disguise | undefined
  /** What is put in place of a request; by default the address is swapped. */
  bend: (request: PaymentRequest, kid: string) => PaymentRequest
}

export const startThief = async (target: string): Promise<Thief> => {
  const jwks = (await (await fetch(`${target}/.well-known/jwks.json`)).json()) as { keys: [Jwk, ...Jwk[]] }
  const keysOf = (disguise: Disguise): Jwk[] => DISGUISES[disguise](jwks.keys)
  const proxy = await startProxy(target, ({ path }) => {
    const { disguise } = thief
    if (disguise === undefined) return 'pass'
    const keys = keysOf(disguise)
    if (path === '/.well-known/jwks.json') return { status: 200, body: { keys } }
    return { alter: (body) => bent(body, keys[0]?.kid ?? '') }
  })
  const bent = (body: string, kid: string): string => {
    const answer = JSON.parse(body) as { payment_request?: PaymentRequest }
    const { payment_request } = answer
    return JSON.stringify({ ...answer, ...(payment_request && { payment_request: thief.bend(payment_request, kid) }) })
  }
  const thief: Thief = {
    ...proxy,
    disguise: undefined,
    bend: (request, kid) => forged(request, { payment: { ...request.payment, to: THIEF } }, kid),
  }
  return thief
}

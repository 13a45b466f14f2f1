/** What an agent says it pays for, and the key that it wants the approval sealed to: each lie is found by its own rule. */
import { type PaymentTerms, sealKeyText, termsText } from '@pursestrings/protocol/payment-terms'
import { beforeAll, describe, expect, test } from 'vitest'
import { base64urlOf, bytesOf, checkTerms } from './check-terms.ts'

const ISSUER = 'https://pay.example.com'
const DOMAIN = 'shop.example'
const KEY = base64urlOf(new Uint8Array(32).fill(9))

const utf8 = (text: string) => new TextEncoder().encode(text)

let credential: Awaited<ReturnType<typeof crypto.subtle.importKey>>
let agent_key: string
beforeAll(async () => {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('no pair')
  credential = pair.privateKey
  agent_key = base64urlOf(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
})

const signed = async (text: string): Promise<string> =>
  base64urlOf(new Uint8Array(await crypto.subtle.sign('Ed25519', credential, utf8(text))))

const termsOf = async (more: Partial<PaymentTerms> = {}): Promise<PaymentTerms> => ({
  kind: 'x402',
  method: 'GET',
  url: `https://${DOMAIN}/weather`,
  timeout_s: 60,
  seal: { key: KEY, agent_key, signature: await signed(sealKeyText({ issuer: ISSUER, key: KEY })) },
  ...more,
})

const check = async (terms: PaymentTerms, { said = terms, domain = DOMAIN } = {}) => {
  const digest = await crypto.subtle.digest('SHA-256', utf8(termsText(said)))
  const terms_digest = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return checkTerms({ terms_digest, payee: { name: 'Shop', domain }, issuer: ISSUER }, terms)
}

test('an address of the payee, and a key that the agent signed for this service, are fine', async () => {
  expect(await check(await termsOf())).toEqual([])
  expect(await check(await termsOf({ url: `https://${DOMAIN}:8443/weather` }))).toEqual([])
  expect(await check(await termsOf({ url: 'http://127.0.0.1:4021/weather' }), { domain: '127.0.0.1:4021' })).toEqual([])
})

describe('an address of another host', () => {
  test.each([
    `https://api.${DOMAIN}/`,
    `https://${DOMAIN}.evil.example/`,
    `https://evil${DOMAIN}/`,
    'https://xn--shp-2na.example/',
  ])('is refused: %s', async (url) => {
    expect(await check(await termsOf({ url }))).toMatchObject([{ code: 'wrong_host', domain: DOMAIN }])
  })

  test('is refused where only the port differs from that of the domain', async () => {
    const terms = await termsOf({ url: 'http://127.0.0.1:4022/' })
    expect(await check(terms, { domain: '127.0.0.1:4021' })).toMatchObject([{ code: 'wrong_host' }])
  })

  test.each([
    `https://${DOMAIN}@evil.example/`,
    `https://someone@${DOMAIN}/`,
    `javascript:alert(1)//${DOMAIN}`,
    'weather',
  ])('that is none is refused: %s', async (url) => {
    expect(await check(await termsOf({ url }))).toEqual([{ code: 'not_payable', field: 'terms' }])
  })
})

test('other words than those that were signed are refused, and so are none', async () => {
  const terms = await termsOf()
  expect(await check({ ...terms, description: 'more' }, { said: terms })).toEqual([{ code: 'terms_changed' }])
  const facts = { payee: { name: 'Shop', domain: DOMAIN }, issuer: ISSUER }
  expect(await checkTerms(facts, terms)).toEqual([{ code: 'not_payable', field: 'terms' }])
  expect(await checkTerms({ ...facts, terms_digest: 'a'.repeat(64) }, undefined)).toEqual([
    { code: 'not_payable', field: 'terms' },
  ])
})

describe('a key to seal to', () => {
  const UNPROVEN = [{ code: 'seal_key_unproven' }]
  const sealedTo = async (seal: Partial<PaymentTerms['seal']>) => {
    const terms = await termsOf()
    return check({ ...terms, seal: { ...terms.seal, ...seal } })
  }

  test('that another key signed, or that was signed for another service, is refused', async () => {
    expect(await sealedTo({ key: base64urlOf(new Uint8Array(32).fill(8)) })).toEqual(UNPROVEN)
    expect(await sealedTo({ agent_key: KEY })).toEqual(UNPROVEN)
    const signature = await signed(sealKeyText({ issuer: 'https://other.example', key: KEY }))
    expect(await sealedTo({ signature })).toEqual(UNPROVEN)
  })

  test('or a signature in another spelling is refused', async () => {
    expect(await sealedTo({ key: `${KEY}=` })).toEqual(UNPROVEN)
    expect(await sealedTo({ agent_key: 'short' })).toEqual(UNPROVEN)
    expect(await sealedTo({ signature: '' })).toEqual(UNPROVEN)
    expect(bytesOf('AB')).toBeUndefined()
  })
})

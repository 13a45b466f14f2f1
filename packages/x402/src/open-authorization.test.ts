/** What a wallet hands over is used only if it is exactly what was asked for; whatever differs is named and stays unused. */
import { addressOfKey } from '@pursestrings/evm/address'
import { type Authorization, authorizationBytes } from '@pursestrings/evm/authorization'
import { sealTo } from '@pursestrings/evm/sealed-box'
import { signAuthorization } from '@pursestrings/evm/sign-authorization'
import { BASE_SEPOLIA_USDC } from '@pursestrings/protocol/evm'
import {
  FactsMismatchError,
  generateKeyPair,
  type PaymentFacts,
  type PaymentRequest,
  termsText,
  type X402Terms,
} from '@pursestrings/sdk'
import { beforeAll, expect, test } from 'vitest'
import { type Against, openAuthorization } from './open-authorization.ts'
import { type Priced, readOffer } from './read-offer.ts'
import { type Seal, sealOf } from './seal.ts'
import { digestOf, type Task, taskOf, termsFor } from './task.ts'

const SHOP = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const THIEF = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const ISSUER = 'https://pay.example'
const DIGEST = 'ab'.repeat(32)
const KEY = new Uint8Array(32).fill(7)
const { contract, name, version } = BASE_SEPOLIA_USDC
const DOMAIN = { name, version, chain_id: 84_532, contract }

let task: Task
let priced: Priced
let seal: Seal
let terms: X402Terms
let facts: PaymentFacts
let asked: PaymentRequest
beforeAll(async () => {
  task = await taskOf(new Request('https://shop.example/tides'), {})
  const offer = {
    scheme: 'exact',
    network: 'eip155:84532',
    asset: contract,
    amount: '250000',
    payTo: SHOP,
    maxTimeoutSeconds: 60,
  } as const
  priced = readOffer(offer)
  seal = await sealOf({ issuer: ISSUER, private_key: (await generateKeyPair()).private_key })
  terms = termsFor(task, 60, seal.terms)
  const payment = {
    network: 'base_sepolia',
    asset: 'USDC',
    amount: '0.25',
    to: SHOP,
    contract,
    decimals: 6,
    chain_id: 84_532,
  }
  const paid_by = { reference: 'authorization_nonce', method: 'evm.eip3009' }
  facts = {
    payment: { ...payment, ...paid_by },
    expires_at: new Date(Date.now() + 600_000).toISOString(),
    terms_digest: await digestOf(new TextEncoder().encode(termsText(terms))),
  } as PaymentFacts
  asked = {
    request_id: 'task-1',
    facts_digest: DIGEST,
    status: 'signed',
    settlement: { assurance: 'none' },
    terms,
  } as PaymentRequest
})

const honest = (): Authorization => ({
  from: addressOfKey(KEY),
  to: SHOP,
  value: '250000',
  validAfter: '0',
  validBefore: String(Math.floor(Date.parse(facts.expires_at) / 1000)),
  nonce: `0x${DIGEST}`,
})

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
const sealed = async (more: Partial<Authorization> = {}, { key = seal.terms.key, digest = DIGEST, by = KEY } = {}) => {
  const signed = signAuthorization({ ...honest(), ...more }, DOMAIN, by)
  return Buffer.from(await sealTo({ key: bytesOf(key), facts_digest: digest }, authorizationBytes(signed))).toString(
    'base64url',
  )
}

/** The SDK has checked the facts' signature by then. */
const open = async (box: string, more: Partial<Against> = {}, of: Partial<PaymentRequest> = {}, shown = facts) => {
  const agent = { verifyFacts: () => Promise.resolve(shown) }
  return openAuthorization({ ...asked, ...of }, box, { task, priced, agent, seal, ...more })
}
const mismatch = { outcome: 'authorization_mismatch', request_id: 'task-1' }

test('what was asked for is opened, with its signature', async () => {
  const { authorization, signature } = await open(await sealed())
  expect([authorization, signature]).toEqual([honest(), expect.stringMatching(/^0x[0-9a-f]{130}$/)])
})

test.each<[string, Partial<Authorization>]>([
  ['payee', { to: THIEF }],
  ['higher amount', { value: '250001' }],
  ['lower amount', { value: '249999' }],
  ['nonce', { nonce: `0x${'cd'.repeat(32)}` }],
  ['beginning', { validAfter: '1' }],
  ['end', { validBefore: '1999999999' }],
])('an authorization with another %s isn’t used', async (_what, more) => {
  await expect(open(await sealed(more))).rejects.toMatchObject(mismatch)
})

test('a signature that isn’t the payer’s isn’t used', async () => {
  const signed = signAuthorization(honest(), { ...DOMAIN, chain_id: 8453 }, KEY)
  const box = Buffer.from(
    await sealTo({ key: bytesOf(seal.terms.key), facts_digest: DIGEST }, authorizationBytes(signed)),
  )
  await expect(open(box.toString('base64url'))).rejects.toMatchObject(mismatch)
})

test('a box for another agent, for another request, or that was changed doesn’t open', async () => {
  const other = await sealOf({ issuer: ISSUER, private_key: (await generateKeyPair()).private_key })
  await expect(open(await sealed({}, { key: other.terms.key }))).rejects.toMatchObject(mismatch)
  await expect(open(await sealed({}, { digest: 'cd'.repeat(32) }))).rejects.toMatchObject(mismatch)
  const box = await sealed()
  await expect(open(`${box.slice(0, -4)}${box.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`)).rejects.toMatchObject(mismatch)
})

test('a request that was made for another call, another agent’s key or another price isn’t used', async () => {
  const box = await sealed()
  const elsewhere = await taskOf(new Request('https://shop.example/charts'), {})
  await expect(open(box, { task: elsewhere })).rejects.toMatchObject(mismatch)
  await expect(open(box, { priced: { ...priced, units: 900_000n } })).rejects.toMatchObject(mismatch)
  await expect(open(box, { priced: { ...priced, address: THIEF } })).rejects.toMatchObject(mismatch)
  const other = await sealOf({ issuer: ISSUER, private_key: (await generateKeyPair()).private_key })
  await expect(open(box, { seal: { ...seal, terms: other.terms } })).rejects.toMatchObject(mismatch)
})

test('terms that the signed facts don’t carry, and facts that don’t hold, aren’t used', async () => {
  const box = await sealed()
  await expect(open(box, {}, { terms: { ...terms, description: 'Something else' } })).rejects.toMatchObject(mismatch)
  await expect(open(box, {}, {}, { ...facts, terms_digest: DIGEST })).rejects.toMatchObject(mismatch)
  const lied = { verifyFacts: () => Promise.reject(new FactsMismatchError('signature', 'Not signed.')) }
  await expect(open(box, { agent: lied })).rejects.toMatchObject(mismatch)
})

test('what has ended isn’t sent any more: the ledger will say whether it was used', async () => {
  const ended = { ...facts, expires_at: new Date(Date.now() + 3_000).toISOString() }
  const validBefore = String(Math.floor(Date.parse(ended.expires_at) / 1000))
  await expect(open(await sealed({ validBefore }), {}, {}, ended)).rejects.toMatchObject({ outcome: 'still_waiting' })
})

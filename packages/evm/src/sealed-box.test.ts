import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { expect, test } from 'vitest'
import { agentSealKey } from './agent-seal-key.ts'
import { openSealed, sealKeyOfSeed, sealTo } from './sealed-box.ts'

const seed = (fill: number) => new Uint8Array(32).fill(fill)
const facts_digest = 'ab'.repeat(32)
const text = new TextEncoder().encode('{"type":"svc.eip3009.v1"}')

test('a seal key is the public key that curve arithmetic gives for its seed', async () => {
  for (const fill of [0, 1, 127, 255]) expect(await sealKeyOfSeed(seed(fill))).toEqual(x25519.getPublicKey(seed(fill)))
})

test('nothing is sealed to a key that everybody could open with', async () => {
  for (const size of [31, 32, 33])
    await expect(sealTo({ key: new Uint8Array(size), facts_digest }, text)).rejects.toBeInstanceOf(Error)
})

test('what is sealed to a key is opened by it, for the same request', async () => {
  const key = await sealKeyOfSeed(seed(1))
  const sealed = await sealTo({ key, facts_digest }, text)
  expect(sealed.length).toBe(1 + 32 + 12 + text.length + 16)
  expect(await openSealed({ private_seed: seed(1), facts_digest }, sealed)).toEqual(text)
})

test('nobody opens it by another key, for another request, or with a byte changed', async () => {
  const key = await sealKeyOfSeed(seed(1))
  const sealed = await sealTo({ key, facts_digest }, text)
  expect(await openSealed({ private_seed: seed(2), facts_digest }, sealed)).toBeUndefined()
  expect(await openSealed({ private_seed: seed(1), facts_digest: 'ac'.repeat(32) }, sealed)).toBeUndefined()
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = sealed.slice()
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(await openSealed({ private_seed: seed(1), facts_digest }, changed), `byte ${at}`).toBeUndefined()
  }
  for (const size of [0, 1, 44, 45, 60, sealed.length - 1])
    expect(await openSealed({ private_seed: seed(1), facts_digest }, sealed.slice(0, size))).toBeUndefined()
})

test('two boxes with one text have nothing in common', async () => {
  const key = await sealKeyOfSeed(seed(1))
  const [one, other] = await Promise.all([sealTo({ key, facts_digest }, text), sealTo({ key, facts_digest }, text)])
  expect(one.slice(1, 45)).not.toEqual(other.slice(1, 45))
  expect(one.slice(45)).not.toEqual(other.slice(45))
})

test('an agent finds its seal key again from its own key, another one for each service', async () => {
  const said: string[] = []
  const sign = (what: string) => {
    said.push(what)
    return Promise.resolve(Uint8Array.from(ed25519.sign(new TextEncoder().encode(what), seed(9))))
  }
  const first = await agentSealKey(sign, 'https://pay.example')
  expect(await agentSealKey(sign, 'https://pay.example')).toEqual(first)
  expect(await sealKeyOfSeed(first.private_seed)).toEqual(first.key)
  const other = await agentSealKey(sign, 'https://pay.example.org')
  expect(other.key).not.toEqual(first.key)
  expect(said[0]).toBe('svc.seal_seed.v1\nhttps://pay.example')
})

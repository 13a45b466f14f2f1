/** A proof who paid goes along with a payment where there is a good one, and never stands in its way. */
import { payerProofText } from '@pursestrings/protocol/payer-proof'
import { sep53Text } from '@pursestrings/protocol/stellar'
import { ownKey } from '@pursestrings/stellar/own-key'
import { isProofSigned } from '@pursestrings/stellar/payer-proof'
import { hash, xdr } from '@stellar/stellar-sdk/base'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ownSigner, proofBy, type WalletSigner } from './signer.ts'

const own = ownKey(new Uint8Array(32).fill(1))
const stranger = ownKey(new Uint8Array(32).fill(2))
const payment = {
  network: 'stellar_testnet',
  transaction_hash: 'ab'.repeat(32),
  facts_digest: 'cd'.repeat(32),
  referenced: true,
}
const utf8 = (text: string) => new TextEncoder().encode(text)
const TEXT = utf8(payerProofText(payment))
const base64 = (bytes: Uint8Array) => xdr.encodeBytes(bytes, 'base64')

const signer = (prove?: WalletSigner['prove']): WalletSigner => ({ ...ownSigner(own), ...(prove && { prove }) })
const proven = (prove?: WalletSigner['prove']) => proofBy(signer(prove), own.address, payment)

describe('the own key', () => {
  test('proves this payment and no other, the same each time', async () => {
    const proof = await proven()
    expect(proof).toEqual({ account: own.address, signer: own.address, signature: expect.any(String) })
    if (proof === undefined) throw new Error('no proof')
    expect(isProofSigned(proof, payment)).toBe(true)
    expect(await proven()).toEqual(proof)
    for (const other of [
      { network: 'stellar_public' },
      { transaction_hash: '0b'.repeat(32) },
      { facts_digest: '0d'.repeat(32) },
    ])
      expect(isProofSigned(proof, { ...payment, ...other })).toBe(false)
    expect(isProofSigned({ ...proof, place: 'op/1' }, payment)).toBe(false)
  })

  test('is given nothing that could be the hash of a transaction', async () => {
    const given: Uint8Array[] = []
    const { prove } = ownSigner({
      address: own.address,
      sign: (bytes) => {
        given.push(bytes)
        return own.sign(bytes)
      },
    })
    await prove?.(payment)
    expect(given).toEqual([TEXT])
    expect(TEXT.length).toBeGreaterThan(32)
    expect(new TextDecoder().decode(TEXT)).toMatch(/^svc\.payer_proof\.v1\n/)
  })
})

describe('another wallet', () => {
  afterEach(() => vi.useRealTimers())

  test('may prove it by a message of SEP-53', async () => {
    const signature = base64(await own.sign(hash(utf8(sep53Text(payerProofText(payment))))))
    expect(await proven(async () => signature)).toEqual({ account: own.address, signer: own.address, signature })
  })

  test.each<[string, NonNullable<WalletSigner['prove']>]>([
    ['refuses', () => Promise.reject(new Error('no'))],
    [
      'throws at once',
      () => {
        throw new Error('no')
      },
    ],
    ['has none', async () => undefined],
    ['signs with another key', async () => base64(await stranger.sign(TEXT))],
    ['signs another text', async () => base64(await own.sign(utf8(`${payerProofText(payment)}\n`)))],
    ['gives no base64', async () => 'a signature'],
    ['gives nothing of the kind', async () => ({}) as string],
  ])('that %s leaves the payment without a proof', async (_, prove) => {
    expect(await proven(prove)).toBeUndefined()
  })

  test('that never answers is not waited for longer than 20 seconds', async () => {
    vi.useFakeTimers()
    const ended: unknown[] = []
    void proven(() => new Promise(() => {})).then((proof) => ended.push(proof))
    await vi.advanceTimersByTimeAsync(19_999)
    expect(ended).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toEqual([undefined])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that can prove nothing is not asked', async () => {
    const { prove: _, ...plain } = ownSigner(own)
    expect(await proofBy(plain, own.address, payment)).toBeUndefined()
  })
})

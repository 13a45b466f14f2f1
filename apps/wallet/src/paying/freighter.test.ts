/** Freighter proves who paid where nothing else does, and is asked for nothing more. */
import { sep53Text } from '@pursestrings/protocol/stellar'
import { proofBy } from '@pursestrings/signing/signer'
import { ownKey } from '@pursestrings/stellar/own-key'
import { isProofSigned } from '@pursestrings/stellar/payer-proof'
import { expect, test } from 'vitest'
import { FreighterFault, freighterSigner } from './freighter.ts'

const own = ownKey(new Uint8Array(32).fill(1))
const payment = {
  network: 'stellar_testnet',
  transaction_hash: 'ab'.repeat(32),
  facts_digest: 'cd'.repeat(32),
  referenced: false,
}

/** As the extension answers a page that its person trusts. */
const extension = (answer: { refuses?: boolean; as_bytes?: boolean } = {}) => {
  const messages: string[] = []
  const freighter: NonNullable<Parameters<typeof freighterSigner>[0]> = {
    isConnected: async () => ({ isConnected: true }),
    requestAccess: async () => ({ address: own.address }),
    signTransaction: async () => ({ signedTxXdr: '', signerAddress: own.address }),
    async signMessage(message) {
      messages.push(message)
      const text = new TextEncoder().encode(sep53Text(message))
      const bytes = await own.sign(new Uint8Array(await crypto.subtle.digest('SHA-256', text)))
      if (answer.refuses) return { signedMessage: null, signerAddress: '', error: { code: -4, message: 'declined' } }
      if (answer.as_bytes) return { signedMessage: Buffer.from(bytes), signerAddress: own.address }
      return { signedMessage: btoa(String.fromCharCode(...bytes)), signerAddress: own.address }
    },
  }
  return { messages, freighter }
}

test('a payment without a reference is proven by a message that names it', async () => {
  const { freighter, messages } = extension()
  const proof = await proofBy(await freighterSigner(freighter), own.address, payment)
  expect(proof && isProofSigned(proof, payment)).toBe(true)
  expect(messages).toEqual([
    `svc.payer_proof.v1\nstellar_testnet\n${payment.transaction_hash}\nop/0\n${payment.facts_digest}`,
  ])
})

test('a payment with a reference needs no second question', async () => {
  const { freighter, messages } = extension()
  expect(await proofBy(await freighterSigner(freighter), own.address, { ...payment, referenced: true })).toBeUndefined()
  expect(messages).toEqual([])
})

test('a no, or an old form of an answer, leaves the payment without a proof', async () => {
  for (const answer of [{ refuses: true }, { as_bytes: true }]) {
    const { freighter } = extension(answer)
    expect(await proofBy(await freighterSigner(freighter), own.address, payment)).toBeUndefined()
  }
})

test('without the extension, or without its person’s yes, there is no signer', async () => {
  const { freighter } = extension()
  await expect(freighterSigner({ ...freighter, isConnected: async () => ({ isConnected: false }) })).rejects.toThrow(
    new FreighterFault('absent'),
  )
  await expect(freighterSigner({ ...freighter, requestAccess: async () => ({ address: '' }) })).rejects.toThrow(
    new FreighterFault('refused'),
  )
})

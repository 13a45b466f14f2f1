/** A box opens with its key, for its purpose and for its account, and in no other way. */
import { expect, test } from 'vitest'
import { base64urlOf, bytesOfBase64url, randomBytes, utf8 } from './bytes.ts'
import { keyFor, SealFault, seal, unseal } from './seal.ts'

const ACCOUNT = 'account-1'
const sealed = async () => {
  const key = await keyFor(randomBytes(32), 'seed')
  return { key, box: await seal(key, 'seed', ACCOUNT, utf8('24 words')) }
}

test('what was sealed comes back', async () => {
  const { key, box } = await sealed()
  expect(new TextDecoder().decode(await unseal(key, 'seed', ACCOUNT, box))).toBe('24 words')
})

test('a box of another purpose or another account does not open, though the key is right', async () => {
  const { key, box } = await sealed()
  await expect(unseal(key, 'device', ACCOUNT, box)).rejects.toThrow(SealFault)
  await expect(unseal(key, 'seed', 'account-2', box)).rejects.toThrow(SealFault)
})

test('the key for the device does not open the seed, though both come from one root', async () => {
  const root = randomBytes(32)
  const box = await seal(await keyFor(root, 'seed'), 'seed', ACCOUNT, utf8('24 words'))
  await expect(unseal(await keyFor(root, 'device'), 'seed', ACCOUNT, box)).rejects.toThrow(SealFault)
})

test('a box with any bit changed does not open', async () => {
  const { key, box } = await sealed()
  for (const part of ['nonce', 'sealed'] as const) {
    const bytes = bytesOfBase64url(box[part])
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Uint8Array.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await expect(unseal(key, 'seed', ACCOUNT, { ...box, [part]: base64urlOf(changed) })).rejects.toThrow(SealFault)
    }
  }
})

test('keys that seal cannot be taken out', async () => {
  const key = await keyFor(randomBytes(32), 'seed')
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('extractable')
})

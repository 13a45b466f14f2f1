/** The EVM key is the one that any wallet makes of these words, and its bytes do not stay. */
import { expect, test } from 'vitest'
import { entropyOf } from '../../keys/words.ts'
import { evmAddressOf, evmKeyOf } from './own-key.ts'

const WORDS = `${'abandon '.repeat(11)}about`

test('the address is that of m/44’/60’/0’/0/0, as every other wallet has it', async () => {
  const entropy = entropyOf(WORDS) ?? new Uint8Array()
  expect(await evmAddressOf(entropy)).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  expect((await evmKeyOf(entropy)).address).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
})

test('the bytes are wiped after each use, also after one that fails', async () => {
  const key = await evmKeyOf(entropyOf(WORDS) ?? new Uint8Array())
  const seen: Uint8Array[] = []
  const first = await key.using((bytes) => {
    seen.push(bytes)
    return bytes.slice()
  })
  expect(first).toHaveLength(32)
  expect(first.some((byte) => byte !== 0)).toBe(true)
  await expect(
    key.using((bytes) => {
      seen.push(bytes)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(seen.map((bytes) => bytes.every((byte) => byte === 0))).toEqual([true, true])
  // It can be used again, and is the same.
  expect(await key.using((bytes) => bytes.slice())).toEqual(first)
})

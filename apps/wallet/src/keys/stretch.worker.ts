/** Makes a key of a passphrase, slowly by intention, away from the page so that it stays alive meanwhile. */
import { argon2id } from '@noble/hashes/argon2.js'
import type { StretchCall, Stretched } from './stretch.ts'

addEventListener('message', ({ data }: MessageEvent<StretchCall>) => {
  const { passphrase, salt, memory_kib, passes } = data
  const key = argon2id(passphrase, salt, { m: memory_kib, t: passes, p: 1, dkLen: 32 })
  const said: Stretched = { key: Uint8Array.from(key) }
  ;(globalThis as unknown as Worker).postMessage(said, [said.key.buffer])
})

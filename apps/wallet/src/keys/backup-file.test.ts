import { argon2id } from '@noble/hashes/argon2.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { backupFile, openBackupFile, readBackupFile } from './backup-file.ts'
import { SealFault } from './seal.ts'
import type { StretchCall } from './stretch.ts'

/** The worker of a browser, which Node lacks: it stretches as keys/stretch.worker.ts does, in this thread. */
class BrowserWorker extends EventTarget {
  postMessage({ passphrase, salt, memory_kib, passes }: StretchCall): void {
    const key = argon2id(passphrase, salt, { m: memory_kib, t: passes, p: 1, dkLen: 32 })
    this.dispatchEvent(new MessageEvent('message', { data: { key } }))
  }
  terminate(): void {}
}
beforeEach(() => {
  vi.stubGlobal('Worker', BrowserWorker)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const ACCOUNT = { address: 'GA', public_key: 'account-1' }
const PASSPHRASE = 'tide copper lantern march'
const entropy = () => Uint8Array.from({ length: 32 }, (_, at) => at)
const saved = () => backupFile(ACCOUNT, entropy(), PASSPHRASE)

test('a wallet comes back from its file by its passphrase, and by no other', async () => {
  const file = readBackupFile(await saved())
  if (file === undefined) throw new Error('no backup was read')
  expect(file).toMatchObject(ACCOUNT)
  expect(await openBackupFile(file, PASSPHRASE)).toEqual(entropy())
  await expect(openBackupFile(file, 'tide copper lantern april')).rejects.toThrow(SealFault)
  await expect(openBackupFile({ ...file, public_key: 'account-2' }, PASSPHRASE)).rejects.toThrow(SealFault)
})

test('what the wallet is made from stands nowhere in its file', async () => {
  const text = await saved()
  const plain = Buffer.from(entropy())
  for (const spelling of [plain.toString('hex'), plain.toString('base64'), plain.toString('base64url')])
    expect(text).not.toContain(spelling.slice(0, 20))
})

test.each(['', '{}', 'null', '{"kind":"pursestrings-wallet-backup"}'])('%j is no backup', (text) => {
  expect(readBackupFile(text)).toBeUndefined()
})

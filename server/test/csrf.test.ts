import { newSecret } from '@pursestrings/protocol/secrets'
import { expect, test } from 'vitest'
import { isCsrfProof, newCsrfProof } from '../src/platform/credentials/presented.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('a proof has one spelling', () => {
  const token = newSecret('session')
  const proof = newCsrfProof(token)
  const spellings = LETTERS.split('').map((letter) => proof.slice(0, -1) + letter)
  expect(spellings.filter((one) => isCsrfProof(one, token))).toEqual([proof])
})

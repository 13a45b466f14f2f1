/** SEP-5's own vectors: whoever writes these words into another Stellar wallet finds the same account there. */
import { expect, test } from 'vitest'
import { addressOf } from './address.ts'
import { publicKeyOf } from './ed25519.ts'
import { entropyOf, privateKeyOf, suggestedWords, unknownWords, wordsOf } from './words.ts'

const accountOf = async (phrase: string, account = 0): Promise<string> => {
  const entropy = entropyOf(phrase)
  if (!entropy) throw new Error('no phrase')
  return addressOf(await publicKeyOf(await privateKeyOf(entropy, account)))
}

const FIRST = 'illness spike retreat truth genius clock brain pass fit cave bargain toe'

test.each([
  [FIRST, 0, 'GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6'],
  [FIRST, 1, 'GBAW5XGWORWVFE2XTJYDTLDHXTY2Q2MO73HYCGB3XMFMQ562Q2W2GJQX'],
  [FIRST, 2, 'GAY5PRAHJ2HIYBYCLZXTHID6SPVELOOYH2LBPH3LD4RUMXUW3DOYTLXW'],
  [FIRST, 9, 'GBTVYYDIYWGUQUTKX6ZMLGSZGMTESJYJKJWAATGZGITA25ZB6T5REF44'],
  [`${'abandon '.repeat(11)}about`, 0, 'GB3JDWCQJCWMJ3IILWIGDTQJJC5567PGVEVXSCVPEQOTDN64VJBDQBYX'],
] as const)('%s, account %d, is %s', async (phrase, account, address) => {
  expect(await accountOf(phrase, account)).toBe(address)
})

test('words come back from what they stand for, however they were typed', () => {
  const entropy = entropyOf(`  ${FIRST.toUpperCase().replaceAll(' ', ',\n')} `)
  expect(entropy && wordsOf(entropy).join(' ')).toBe(FIRST)
})

test('a wrong order, a missing word and an unknown word are no phrase, and the unknown one is named', () => {
  const words = FIRST.split(' ')
  expect(entropyOf(words.toReversed().join(' '))).toBeUndefined()
  expect(entropyOf(words.slice(1).join(' '))).toBeUndefined()
  expect(entropyOf(FIRST.replace('spike', 'spikes'))).toBeUndefined()
  expect(unknownWords(FIRST.replace('spike', 'spikes'))).toEqual(['spikes'])
})

test('suggested words are as many as were asked for, and others each time', () => {
  const all = new Set(Array.from({ length: 50 }, () => suggestedWords(5)))
  expect(all.size).toBe(50)
  for (const one of all) expect(one.split(' ')).toHaveLength(5)
})

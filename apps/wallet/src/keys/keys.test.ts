import { describe, expect, test } from 'vitest'
import { addressOf } from './address.ts'
import { base64urlOf, bytesOfBase64url, randomBytes, utf8 } from './bytes.ts'
import { publicKeyOf } from './ed25519.ts'
import { keyFor, SealFault, seal, unseal } from './seal.ts'
import { isEnough, strengthOf } from './strength.ts'
import { entropyOf, privateKeyOf, suggestedWords, unknownWords, wordsOf } from './words.ts'

// A box opens with its key, for its purpose and for its account, and in no other way.
describe('seal', () => {
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
})

describe('strength', () => {
  test.each([
    '',
    'short',
    'password',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'abcdefghijklmnop',
    '1234567890123',
    'word word word word',
  ])('“%s” is not enough', (passphrase) => {
    expect(isEnough(strengthOf(passphrase))).toBe(false)
  })

  test.each([
    'tide copper lantern march',
    'correct horse battery staple',
    'xK9$mPq2!vLw7&',
    'Grüße lieber Nachbar Sonne',
  ])('“%s” is enough', (passphrase) => {
    expect(isEnough(strengthOf(passphrase))).toBe(true)
  })
})

// SEP-5's own vectors: whoever writes these words into another Stellar wallet finds the same account there.
describe('words', () => {
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
})

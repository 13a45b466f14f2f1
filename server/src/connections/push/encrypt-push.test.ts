/** The example of RFC 8291, section 5 and appendix A: every byte is known. */
import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptPush } from '../../../../tests/push-service-double/decrypt-push.ts'
import { encryptPush } from './push-target.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
const receiver = {
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
}
const PLAINTEXT = Buffer.from('When I grow up, I want to be a watermelon')
const MESSAGE =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'

const ofDevice = () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'))
  return { pair, auth: receiver.auth }
}

test('a message is, byte for byte, what RFC 8291 shows', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const made = encryptPush(PLAINTEXT, receiver, { pair, salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') })
  expect(made.toString('base64url')).toBe(MESSAGE)
  expect(decryptPush(made, ofDevice()).toString()).toBe(PLAINTEXT.toString())
})

test('two messages of the same text have nothing in common, and both open', () => {
  const [one, two] = [encryptPush(PLAINTEXT, receiver), encryptPush(PLAINTEXT, receiver)]
  expect(one.subarray(0, 16).equals(two.subarray(0, 16))).toBe(false)
  expect(one.subarray(21, 86).equals(two.subarray(21, 86))).toBe(false)
  for (const made of [one, two]) expect(decryptPush(made, ofDevice()).equals(PLAINTEXT)).toBe(true)
})

test('another device opens nothing', () => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  expect(() => decryptPush(encryptPush(PLAINTEXT, receiver), { pair, auth: receiver.auth })).toThrow(
    'unable to authenticate',
  )
})

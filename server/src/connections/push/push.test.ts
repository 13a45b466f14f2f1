import { createECDH, randomBytes } from 'node:crypto'
import { PUSH_TTL_S } from '@pursestrings/contract/devices/push-operations'
import { describe, expect, test } from 'vitest'
import { decryptPush } from '../../../../tests/push-service-double/push-service-double.ts'
import { readConfig } from '../../platform/config.ts'
import { encryptPush } from './push-messages.ts'
import { readPushKeys } from './read-push-keys.ts'
import { judgePush, RETRIES_S } from './send-push.worker.ts'

// The example of RFC 8291, section 5 and appendix A: every byte is known.
describe('encrypt push', () => {
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
})

describe('judge push', () => {
  const NOW = new Date('2026-11-15T09:30:00.000Z')
  const judge = (status?: number, failures = 0, retry_after?: string) =>
    judgePush({ ...(status !== undefined && { status }), retry_after }, failures, { random: 0.5, now: NOW })

  test('2xx is taken, 404 and 410 say that nobody is there', () => {
    for (const status of [200, 201, 202, 204]) expect(judge(status)).toEqual({ outcome: 'sent' })
    for (const status of [404, 410]) expect(judge(status)).toEqual({ outcome: 'gone' })
  })

  test('silence, 429 and 5xx are tried again, later each time, and then given up before the message would end', () => {
    for (const status of [undefined, 429, 500, 502, 503]) {
      expect(RETRIES_S.map((_, failures) => judge(status, failures))).toEqual(
        RETRIES_S.map((delay_s) => ({ outcome: 'failed', again: true, delay_s })),
      )
      expect(judge(status, RETRIES_S.length)).toMatchObject({ outcome: 'failed', again: false })
    }
    expect(RETRIES_S.reduce((a, b) => a + b) * 1.1).toBeLessThan(PUSH_TTL_S)
  })

  test('a push service may ask for more time, for a day at most and never for less', () => {
    expect(judge(429, 0, '120')).toEqual({ outcome: 'failed', again: true, delay_s: 120 })
    expect(judge(503, 0, 'Sun, 15 Nov 2026 10:30:00 GMT')).toMatchObject({ delay_s: 3_600 })
    expect(judge(429, 0, '1')).toMatchObject({ delay_s: 10 })
    expect(judge(429, 0, '99999999')).toMatchObject({ delay_s: 86_400 })
  })

  test('what a push service does not want like this is not sent again', () => {
    for (const status of [301, 307, 400, 401, 403, 413]) {
      expect(judge(status)).toMatchObject({ outcome: 'failed', again: false })
    }
  })
})

describe('read push keys', () => {
  const least = { ENVIRONMENT: 'development', DATABASE_URL: 'postgres://app@db.example/x' }
  const good = randomBytes(32).toString('base64url')

  test('a key is read with its public half, as RFC 8291 shows one', () => {
    const [first, second] = readPushKeys(` a.1:yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw , b:${good}`)
    expect(first).toMatchObject({
      key_id: 'a.1',
      public_key: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
    })
    expect(second?.key_id).toBe('b')
  })

  test('without the setting there are no keys', () => {
    expect(readConfig(least).PUSH_KEYS).toEqual([])
  })

  const ORDER = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'
  test.each([
    'nonsense',
    good,
    `a:${good}=`,
    `a:${good.slice(1)}`,
    `a:${good},`,
    // Zero, and the order of the curve: numbers that are no key.
    `a:${Buffer.alloc(32).toString('base64url')}`,
    `a:${Buffer.from(ORDER, 'hex').toString('base64url')}`,
  ])('%j is refused, and not quoted', (PUSH_KEYS) => {
    const read = () => readConfig({ ...least, PUSH_KEYS })
    expect(read).toThrow('PUSH_KEYS must be id:key with the 32 bytes of a P-256 private key in base64url')
    expect(read).not.toThrow(good)
  })

  test('two keys with one id are refused', () => {
    expect(() => readConfig({ ...least, PUSH_KEYS: `a:${good},a:${good}` })).toThrow(
      'PUSH_KEYS has two keys with one id',
    )
  })
})

import { crc32 } from 'node:zlib'
import { fc, test } from '@fast-check/vitest'
import { expect, onTestFinished, vi } from 'vitest'
import {
  CROCKFORD,
  isSecret,
  NO_SLOT,
  newSecret,
  SECRET_KINDS,
  SECRET_PATTERN,
  type SecretKind,
  SLOTS,
  slotOfSecret,
  slotText,
  toSlot,
} from './secrets.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))

const kind = fc.constantFrom(...SECRET_KINDS)
const slot = fc.integer({ min: 0, max: SLOTS - 1 }).map(toSlot)
const secret = fc.tuple(kind, slot).map(([k, s]) => [k, newSecret(k, s)] as const)

function secretOfBytes(k: SecretKind, fill: number): string {
  const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) bytes.fill(fill)
    return bytes
  })
  onTestFinished(() => random.mockRestore())
  return newSecret(k, NO_SLOT)
}

function lowestBit(value: number): number {
  return value & -value
}

function valueOf(base62: string): bigint {
  return Array.from(base62).reduce((value, digit) => value * 62n + BigInt(BASE62.indexOf(digit)), 0n)
}

test.prop([kind, slot])('a secret is its kind, its slot, 43 characters of 256 bits and the CRC32 of all', (k, s) => {
  const text = newSecret(k, s)
  expect(text).toMatch(new RegExp(`^svc_${k}_${slotText(s)}_[0-9A-Za-z]{49}$`))
  expect(slotOfSecret(text)).toBe(s)
  expect(valueOf(text.slice(-49, -6))).toBeLessThan(2n ** 256n)
  expect(valueOf(text.slice(-6))).toBe(BigInt(crc32(text.slice(0, -6))))
  expect(isSecret(k, text)).toBe(true)
})

test.each([0x00, 0x01, 0xff])('the length stays 43 when every random byte is %i', (fill) => {
  const text = secretOfBytes('link', fill)
  const random = text.slice('svc_link_000_'.length, -6)
  expect(random).toHaveLength(43)
  expect(valueOf(random)).toBe(BigInt(`0x${fill.toString(16).padStart(2, '0').repeat(32)}`))
  expect(isSecret('link', text)).toBe(true)
})

test('ten thousand secrets are distinct', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newSecret('grant'))).size).toBe(10_000)
})

test.prop([secret], { numRuns: 30 })('every single wrong character is refused', ([k, text]) => {
  const accepted = Array.from(text).flatMap((right, at) =>
    PRINTABLE.filter((c) => c !== right && isSecret(k, text.slice(0, at) + c + text.slice(at + 1))),
  )
  expect(accepted).toEqual([])
})

test.prop([secret], { numRuns: 2000 })('every swap of two different neighbours is refused', ([k, text]) => {
  const swaps = Array.from(text.slice(1), (next, at) => text.slice(0, at) + next + text.charAt(at) + text.slice(at + 2))
  expect(swaps.filter((swapped) => swapped !== text && isSecret(k, swapped))).toEqual([])
})

test('a swap across the start of the checksum cannot match, whatever the checksum', () => {
  // The last random character differs by a XOR of its bits, which moves the CRC by crc(a) ^ crc(b). A match needs that
  // XOR to equal a step of (a - b) * 62^5, and those two never share their lowest bit.
  for (let a = 0; a <= 4; a++) {
    for (let b = 0; b < a; b++) {
      const moved = crc32(String(a)) ^ crc32(String(b))
      expect(lowestBit(moved)).not.toBe(lowestBit((a - b) * 2 ** 5))
    }
  }
  expect(Math.floor((2 ** 32 - 1) / 62 ** 5)).toBe(4)
})

test.prop([secret, slot])('a secret with its slot changed is refused', ([k, text], other) => {
  const moved = text.replace(`_${slotText(slotOfSecret(text))}_`, `_${slotText(other)}_`)
  expect(isSecret(k, moved)).toBe(moved === text)
})

test.prop([secret])('the slot has one spelling', ([k, text]) => {
  const at = `svc_${k}_`.length
  for (const letter of Array.from('ilouILOUABCXYZ')) {
    expect(CROCKFORD).not.toContain(letter)
    expect(isSecret(k, text.slice(0, at) + letter + text.slice(at + 1))).toBe(false)
  }
})

test.prop([secret, kind])('a secret of another kind is refused', ([k, text], other) => {
  expect(isSecret(other, text)).toBe(k === other)
  expect(isSecret(other, text.replace(`svc_${k}_`, `svc_${other}_`))).toBe(k === other)
})

test.prop([secret, fc.string({ minLength: 1 })])(
  'a secret with anything around it, or cut short, is refused',
  ([k, text], more) => {
    for (const wrong of [text + more, more + text, `${text}\n`, text.slice(0, -1), text.slice(1), '']) {
      expect(isSecret(k, wrong)).toBe(false)
    }
  },
)

test.prop([kind, fc.string({ unit: 'binary', minLength: 49, maxLength: 49 })])(
  'arbitrary text is refused',
  (k, text) => {
    expect(isSecret(k, text)).toBe(false)
    expect(isSecret(k, `svc_${k}_${text}`)).toBe(false)
  },
)

test.prop([fc.array(secret, { minLength: 1, maxLength: 5 }), fc.constantFrom(' ', '", "', '\n', '&t=', '/', 'x')])(
  'the pattern finds every secret in a text, even where it is glued to other text',
  (secrets, glue) => {
    const log = glue + secrets.map(([, text]) => text).join(glue) + glue
    expect(log.match(new RegExp(SECRET_PATTERN, 'g'))).toEqual(secrets.map(([, text]) => text))
    expect(log.replaceAll(new RegExp(SECRET_PATTERN, 'g'), '')).toBe(glue.repeat(secrets.length + 1))
  },
)

import { expect, test } from 'vitest'
import { Refusal } from '../../platform/refusal.ts'
import { refuseMisleadingName, refuseMisleadingRuntime } from './misleading-name.ts'

const refused = (check: (text: string) => void, text: string): string | undefined => {
  try {
    check(text)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.issues[0]?.message
  }
}

test.each([
  ['PаyPаl Suррort — verified by paypal.com', 'mixes letters of several scripts'],
  ['PаyPal', 'mixes letters of several scripts'],
  ['Harbour Books paypal.com', '"paypal.com"'],
  ['PayPal․com', '"PayPal.com"'],
  ['ＰａｙＰａｌ．ｃｏｍ', '"PayPal.com"'],
  ['paypal。com', '"paypal.com"'],
  ['paypal .com', '"paypal.com"'],
  ['support@paypal.co.uk', '"paypal.co.uk"'],
  ['https://paypal', 'looks like an internet address'],
  ['платежи.рф', 'looks like an internet address'],
  ['Verified Harbour', 'claim to be verified'],
  ['VERIFIED', 'claim to be verified'],
  ['Harbour (vérifié)', 'claim to be verified'],
  ['Harbour vеrified', 'mixes letters'],
  ['Harbour ⅴerified', 'claim to be verified'],
  ['Harbour ✔', 'claim to be verified'],
  ['✅ Harbour', 'claim to be verified'],
  ['Official Harbour Books', 'claim to be verified'],
  ['Книги официальный', 'claim to be verified'],
  ['官方书店', 'claim to be verified'],
])('%s is refused, and the reason is said', (name, why) => {
  expect(refused(refuseMisleadingName, name)).toContain(why)
})

test.each([
  'Harbour Books',
  'Harbour Books Inc.',
  'A.B.C. Books',
  'Dr.Oetker',
  'Node.js checkout agent 1.2',
  'Checkout agent v2.0-beta',
  'Verity Coffee',
  'Officina Torino',
  '本とカフェ Harbour',
  'Книги',
  '¡Olé!',
  'Till 24/7',
])('%s is a name', (name) => {
  expect(refused(refuseMisleadingName, name)).toBeUndefined()
})

test('what an agent runs on may be named after an address, and claims nothing', () => {
  for (const fine of ['node-24', 'socket.io 4.8', 'ASP.NET 10']) {
    expect([fine, refused(refuseMisleadingRuntime, fine)]).toEqual([fine, undefined])
  }
  for (const wrong of ['node-24 ✔ verified', 'nоde-24']) expect(refused(refuseMisleadingRuntime, wrong)).toBeDefined()
})

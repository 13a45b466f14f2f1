/** The kit against the service: every sentence is met, and the page is its output. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '../src/book.ts'
import { pageOf } from '../src/page.ts'
import { linesOf } from '../src/report.ts'
import { runKit } from '../src/run-kit.ts'
import { firstPayment } from './first-payment.ts'
import { type KitPlace, startKitPlace } from './place.ts'

const at = (file: string): string => fileURLToPath(new URL(`../../../${file}`, import.meta.url))

let place: KitPlace
let book: Book
beforeAll(async () => {
  place = await startKitPlace()
  book = await runKit(place)
  // One after the other, some three hundred calls: on a busy machine that takes its time.
}, 300_000)
afterAll(() => place.stop())

const judgements = () => book.judgements().flatMap((section) => section.judgements)

test('every sentence of the specification is met', () => {
  expect(linesOf(book).filter((line) => line.startsWith('ended early'))).toEqual([])
  const broken = judgements().filter(({ verdict }) => verdict === 'not met')
  expect(broken.map(({ sentence, looks }) => [sentence.at, looks.filter(({ holds }) => !holds)])).toEqual([])
})

test('docs/conformance.md is what the kit says', async () => {
  expect(await readFile(at('docs/conformance.md'), 'utf8')).toBe(pageOf(book))
})

test('from the mail link to a confirmed payment, no call is refused', async () => {
  const { calls, request } = await firstPayment(place)
  expect(request.status).toBe('confirmed')
  expect(calls.map(({ call, status }) => [call, status]).filter(([, status]) => Number(status) >= 300)).toEqual([])
  expect(calls.length).toBe(24)
})

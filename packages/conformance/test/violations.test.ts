/** Services that break one sentence each: the kit finds exactly what they break. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf } from '../src/report.ts'
import { runKit } from '../src/run-kit.ts'
import { startAltering } from './altering.ts'
import { type KitPlace, startKitPlace } from './place.ts'
import { VIOLATIONS } from './violations.ts'

let place: KitPlace
beforeAll(async () => {
  place = await startKitPlace()
})
afterAll(() => place.stop())

test('there are more than thirty, each with a name of its own', () => {
  expect(new Set(VIOLATIONS.map(({ name }) => name)).size).toBe(VIOLATIONS.length)
  expect(VIOLATIONS.length).toBeGreaterThan(30)
})

test('a proxy that changes nothing breaks nothing', async () => {
  await using between = await startAltering(place.base_url, {})
  const book = await runKit({ ...place, base_url: between.base_url })
  expect([countOf(book, 'not met'), book.stopped]).toEqual([0, []])
})

test.each(VIOLATIONS)('$name: $at is not met', async ({ at, altering, posted = (body) => body }) => {
  await using between = await startAltering(place.base_url, altering())
  const book = await runKit({
    ...place,
    base_url: between.base_url,
    receive: (answer) => place.receive((body, headers) => answer(posted(body), headers)),
  })
  const found = book.judgements().flatMap(({ judgements }) => judgements.filter(({ verdict }) => verdict === 'not met'))
  const failing = found.filter(({ looks }) => looks.some(({ holds }) => !holds)).map(({ sentence }) => sentence.at)
  // Seen to be broken, not merely never reached.
  expect(failing).toContain(at)
})

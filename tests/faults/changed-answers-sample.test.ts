/**
 * A short form of `changed-answers`, for every check: a sample of bytes of every answer that a wallet, an MCP server, the CLI
 * or a Python program shows payments from, and those that a payment begins and ends with.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allClients, control, sumOf } from './changed-answers/all-clients.ts'
import { type Ground, startGround } from './changed-answers/ground.ts'
import { someChanges } from './changed-answers/run-showings.ts'

let ground: Ground
beforeAll(async () => {
  // The MCP server logs what nobody meant, such as an answer that is no request.
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  ground = await startGround()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await ground?.stop()
})

test('a changed byte never shows another payment than the signed one, in any client', async () => {
  const figures = await allClients(ground, someChanges)
  expect(figures.flatMap(({ examples }) => examples)).toEqual([])
  expect(sumOf(figures)).toMatchObject({ wrong: 0, clients: 4 })
}, 600_000)

test('a client that shows what was sent is noticed', async () => {
  expect((await control(ground, someChanges)).wrong).toBeGreaterThan(5)
}, 120_000)

/**
 * Somebody between a client and the service changes one byte of an answer: every byte of every answer that a wallet, an MCP
 * server, the CLI or a Python program shows payments from, VALUES times each (3 by default); EACH=10 takes every tenth. No payment is
 * ever shown that differs from the signed facts in network, payee, asset, amount, memo or kind of memo. A client without the check
 * is the control.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allClients, control, sumOf } from './changed-answers/all-clients.ts'
import { type Ground, startGround } from './changed-answers/ground.ts'
import { everyChange } from './changed-answers/run-showings.ts'
import { report } from './report.ts'

const VALUES = Number(process.env.VALUES ?? 3)
const EACH = Number(process.env.EACH ?? 1)

let ground: Ground
beforeAll(async () => {
  // The MCP server logs what nobody meant, such as an answer that is no request.
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  ground = await startGround()
}, 300_000)
afterAll(async () => {
  vi.restoreAllMocks()
  await ground?.stop()
})

test('no changed byte of any answer shows another payment than the signed one', { timeout: 7_200_000 }, async () => {
  const every = (call: string, body: Buffer) => everyChange(call, body, { values: VALUES, each: EACH })
  const figures = await allClients(ground, every, ({ examples, ...one }) =>
    console.log(JSON.stringify(one), ...examples),
  )
  const careless = await control(ground, every)
  report('changed-answers', {
    values: VALUES,
    each: EACH,
    ...sumOf(figures),
    control_changes: careless.changes,
    control_wrong: careless.wrong,
  })
  expect(figures.flatMap(({ examples }) => examples)).toEqual([])
  expect(careless.wrong).toBeGreaterThan(careless.changes / 20)
})

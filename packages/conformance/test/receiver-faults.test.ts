/** Receivers of webhooks that each do one thing wrong: the kit names exactly what they break. */
import { expect, test } from 'vitest'
import { runReceiver } from '../src/receiver/run-receiver.ts'
import { newSecret } from '../src/receiver/sender.ts'
import { notMet } from '../src/report.ts'
import { FAULTS, type Fault, startReceiver } from './careless-receiver.ts'

const secret = newSecret()
/** Shorter than what these take. */
const LIMITS: Partial<Record<Fault, object>> = {
  'answers late': { answer_ms_max: 300 },
  'thinks about a challenge': { challenge_ms_max: 300 },
}

test.each(Object.entries(FAULTS) as [Fault, readonly string[]][])('one that %s breaks %j', async (fault, at) => {
  await using receiver = await startReceiver(secret, fault)
  const found = notMet(await runReceiver({ ...receiver, order_ms_max: 500, ...LIMITS[fault], secret }))
  expect(found.toSorted()).toEqual([...at].toSorted())
})

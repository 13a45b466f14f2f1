/** 10,000 intents of the past through HTTP: how long a backtest takes, with and without other terms (M7). */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { expect, test } from 'vitest'
import { newAutomation, policyPath } from '../../server/test/automation.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

const INTENTS = 10_000
const ROUNDS = 20

test('10,000 intents of the past are replayed within a second', { timeout: 300_000 }, async () => {
  const web = await startMerchantWeb()
  const world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
  const mine = await newAutomation(world, web)
  const policy = await mine.consented()
  await mine.intended({ amount: '1' })
  // Copies of the one that was judged, at other times.
  const client = await world.database.admin.connect()
  await client.query('begin; set local session_replication_role = replica')
  await client.query(
    `insert into policy_decisions select (d).* from (
      select jsonb_populate_record(x, jsonb_build_object('policy_decision_id', gen_random_uuid(),
        'agent_payment_id', gen_random_uuid(), 'judged_at', x.judged_at - make_interval(secs => n))) as d
      from policy_decisions x, generate_series(1, $2) n where x.policy_id = $1) made`,
    [uuidOf('pol', policy.id), INTENTS - 1],
  )
  await client.query('commit')
  client.release()
  const timed = async (terms?: object) => {
    const times: number[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const began = performance.now()
      const body = { days: 90, ...(terms && { terms }) }
      const { json } = await mine.asProject('POST', policyPath(policy.id, 'backtest'), { body })
      times.push(performance.now() - began)
      expect(json.data.intents).toBe(INTENTS)
    }
    return Math.round(Math.max(...times))
  }
  const slowest_ms = await timed()
  const slowest_with_terms_ms = await timed({ single_tx_limit: '0.5' })
  await world.stop()
  await web.stop()
  report('policy-backtest', { intents: INTENTS, rounds: ROUNDS, slowest_ms, slowest_with_terms_ms })
  expect(Math.max(slowest_ms, slowest_with_terms_ms)).toBeLessThan(1_000)
})

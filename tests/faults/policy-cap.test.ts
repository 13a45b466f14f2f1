/**
 * 200 intents of a tenth of the cap at once over three api processes, round after round, with a process killed in some of
 * them: at most ten pass, and what the policy counts is what live payments hold. Where nobody was killed, exactly ten.
 */
import { expect, test } from 'vitest'
import { freshKey } from '../../server/test/asking.ts'
import { newAutomation, POLICY_BOOKS, paymentPath } from '../../server/test/automation.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { type Process, startProcess } from '../../server/test/process.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 200)
const INTENTS = 200
const PROCESSES = 3
/** In every so many rounds a process is killed while intents are on their way. */
const KILL_EVERY = 5

const LIVE = `(select count(*)::int from agent_payments where status = 'intent_created') as live`
const BOOKS = `select b.*, ${LIVE} from (${POLICY_BOOKS}) b`

test('a cap holds over processes and kills', { timeout: 7_200_000 }, async () => {
  const web = await startMerchantWeb()
  const world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
  const mine = await newAutomation(world, web)
  const policy = await mine.consented({ single_tx_limit: '10', cumulative_limit: '100' })
  const start = async (): Promise<Process> => startProcess('api', { ...world.settings, LOG_LEVEL: 'info' })
  const processes = await Promise.all(Array.from({ length: PROCESSES }, start))

  const { connection_id, payee, api_key } = mine
  const { recipient_id, recipient_version_id } = payee
  const send = async (to: Process): Promise<string> => {
    const body = { initiator: 'agent', connection_id, recipient_id, recipient_version_id, amount: '10' }
    const named = { ...body, policy_id: policy.id, idempotency_key: freshKey() }
    try {
      const answer = await fetch(`${to.url}/v1/agent-payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...api_key },
        body: JSON.stringify(named),
      })
      const { data, error } = (await answer.json()) as { data?: { id: string }; error?: { code: string } }
      return data ? 'created' : (error?.code ?? 'nothing')
    } catch {
      return 'lost'
    }
  }

  const said: Record<string, number> = {}
  const faults: string[] = []
  let kills = 0
  for (let round = 0; round < ROUNDS; round++) {
    const kill = round % KILL_EVERY === KILL_EVERY - 1
    const victim = round % PROCESSES
    const sending = Array.from({ length: INTENTS }, (_, i) => send(processes[i % PROCESSES] as Process))
    if (kill) {
      await Promise.race(sending)
      await processes[victim]?.end('SIGKILL')
      kills++
    }
    const answers = await Promise.all(sending)
    for (const answer of answers) said[answer] = (said[answer] ?? 0) + 1
    const created = answers.filter((answer) => answer === 'created').length
    const { used, live, held, ledger } = (await world.database.admin.query(BOOKS)).rows[0]
    if (created > 10 || live > 10 || BigInt(used) > 1_000_000_000n) faults.push(`${round}: ${created}, ${live} live`)
    if (created > live) faults.push(`${round}: ${created} acknowledged, ${live} there`)
    if (!kill && live !== 10) faults.push(`${round}: ${live} of ten`)
    if (used !== held || used !== ledger) faults.push(`${round}: used ${used}, held ${held}, ledger ${ledger}`)
    if (kill) processes[victim] = await start()
    const open = (await mine.asProject('GET', '/v1/agent-payments?limit=100&status=intent_created')).json.data
    await Promise.all(
      open.agent_payments.map(({ id }: { id: string }) => mine.asProject('POST', paymentPath(id, 'cancel'))),
    )
    const after = (await world.database.admin.query(BOOKS)).rows[0]
    if (after.used !== '0') faults.push(`${round}: ${after.used} left after all was given back`)
  }
  for (const each of processes) await each.end('SIGTERM')
  await world.stop()
  await web.stop()
  report('policy-cap', { rounds: ROUNDS, intents: INTENTS, processes: PROCESSES, kills, said, faults: faults.length })
  expect(faults).toEqual([])
})

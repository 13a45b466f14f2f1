/**
 * A recall against wallets that report and claim and an agent that cancels, all at once: every request ends in exactly one
 * state, and every transaction that a wallet named is kept. `RECALL_RACES` says how many requests are raced for.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { expect, test } from 'vitest'
import { askingOver, freshKey } from '../../server/test/asking.ts'
import { newAutomation, paymentPath } from '../../server/test/automation.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { newOperator } from '../../server/test/operator.ts'
import { activate, proveHost, verifiedPayee } from '../../server/test/payee.ts'
import { until } from '../../server/test/until.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

const RACES = Number(process.env.RECALL_RACES ?? 500)
const PER_PAYEE = 10
const SPREAD_MS = 40

test('of a recall, reports, claims and cancels each request has one outcome, and no transaction is lost', {
  timeout: 1_800_000,
}, async () => {
  const web = await startMerchantWeb()
  const world = await startWorld({ ...web.settings, PENDING_MAX: '1000', LOG_LEVEL: 'silent' })
  const { admin } = world.database
  const operator = await newOperator(world)
  const domain_id = await proveHost(web, operator)
  const first = await verifiedPayee(web, operator, domain_id)
  await activate(operator, first)
  const automation = await newAutomation(world, web, { operator, payee: first })
  const ended: Record<string, number> = {}
  const claims: Record<string, number> = {}
  let lost = 0
  let twice = 0
  let apart = 0
  let hash = 0
  const soon = async <T>(run: () => Promise<T>): Promise<T> => {
    await pause(Math.random() * SPREAD_MS)
    return run()
  }

  for (let done = 0; done < RACES; done += PER_PAYEE) {
    const payee = await verifiedPayee(web, operator, domain_id)
    expect((await activate(operator, payee)).status).toBe(200)
    const asking = askingOver(automation, payee)
    const { recipient_id, recipient_version_id } = payee
    const requests: { request_id: string; named: string }[] = []
    for (let n = 0; n < PER_PAYEE; n++) {
      const { request_id } = await asking.asked()
      requests.push({ request_id, named: (++hash).toString(16).padStart(64, '0') })
    }
    const { connection_id } = automation
    const intent = { initiator: 'human', connection_id, recipient_id, recipient_version_id, amount: '1' }
    const made = await automation.asProject('POST', '/v1/agent-payments', {
      body: { ...intent, idempotency_key: freshKey() },
    })
    expect(made.status).toBe(201)
    const payment_id = made.json.data.id
    const recalled = soon(() =>
      operator.call('POST', `/v1/recipients/${recipient_id}/versions/${recipient_version_id}/stop`, {
        body: { action: 'recall', reason: 'compromised' },
      }),
    )
    const claimed = soon(() => automation.report(payment_id, { status: 'approved' }))
    await Promise.all(
      requests.flatMap(({ request_id, named }) => [
        soon(() => asking.report(request_id, { status: 'signed', transaction_hash: named })),
        soon(() => asking.call('POST', `/v1/payment-requests/${request_id}/cancel`)),
      ]),
    )
    expect((await recalled).status).toBe(200)
    const claim = await claimed
    const said = claim.status === 200 ? 'approved' : claim.json.error.code
    claims[said] = (claims[said] ?? 0) + 1
    const payment = (await automation.device.call('GET', paymentPath(payment_id))).json.data
    if ((said === 'approved') !== (payment.status === 'approved')) apart++

    const waiting = 'select from payment_requests where status = $1 and recipient_version_id = $2'
    const version = uuidOf('rcv', recipient_version_id)
    await until(async () => (await admin.query(waiting, ['pending', version])).rowCount === 0)
    for (const { request_id, named } of requests) {
      const id = uuidOf('pr', request_id)
      const { rows } = await admin.query(
        `select p.status, p.transaction_hash is not distinct from $2 or exists (select from late_reports l
             where l.payment_request_id = p.payment_request_id and l.transaction_hash = $2) as is_kept,
           array(select e.kind::text from events e where e.subject_id = p.payment_request_id order by e.cursor) as kinds
         from payment_requests p where p.payment_request_id = $1`,
        [id, named],
      )
      const [{ status, is_kept, kinds }] = rows
      const moves = kinds.filter((kind: string) => !/pending|late_report/.test(kind))
      const read = (await asking.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request
      ended[`${status} ${read.reason ?? ''}`.trim()] = (ended[`${status} ${read.reason ?? ''}`.trim()] ?? 0) + 1
      if (!is_kept) lost++
      if (moves.length !== 1 || moves[0] !== `payment_request.${status}`) twice++
      if (read.status !== status) apart++
    }
  }
  const { rows } = await admin.query('select pending_count from connections where pending_count <> 0')
  await world.stop()
  await web.stop()
  report('recall', { races: RACES, ended, claims, lost, twice, apart, miscounted: rows.length })
  expect({ lost, twice, apart, miscounted: rows.length }).toEqual({ lost: 0, twice: 0, apart: 0, miscounted: 0 })
})

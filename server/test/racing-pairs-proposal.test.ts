/**
 * The wallet's consent to wider terms against whatever else happens to them, in every order of statements: what comes into
 * force is what the wallet saw, or nothing; and a claim is judged by the terms that are in force at its commit.
 */
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAgentPayment } from '../src/payments/agent-payments/create-agent-payment.ts'
import { dropProposal } from '../src/payments/automation-policies/move-policy.ts'
import { optIn } from '../src/payments/automation-policies/opt-in.ts'
import { withPolicy } from '../src/payments/automation-policies/reach-policy.ts'
import { updatePolicy } from '../src/payments/automation-policies/update-policy.ts'
import { keepVersionFacts, type VersionFacts } from '../src/payments/payment-requests/version-facts.ts'
import type { ApiKeyCaller, DeviceCaller } from '../src/platform/credentials/callers.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { type Transactions, transactionsOn } from '../src/platform/postgres/transaction.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { freshKey } from './asking.ts'
import { type Automation, newAutomation } from './automation.ts'
import { identityOf } from './device.ts'
import { type Pair, startInterleave } from './interleave.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

describe('a consent to wider terms', { timeout: 1_800_000 }, () => {
  let web: MerchantWeb
  let world: World
  let mine: Automation
  let policy_id: Uuid
  let policy_digest: string
  let free: pg.Pool
  let versionFacts: VersionFacts
  let interleave: Awaited<ReturnType<typeof startInterleave>>
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, LOG_LEVEL: 'error' })
    mine = await newAutomation(world, web)
    const { id } = await mine.consented()
    const path = `/v1/automation-policies/${id}`
    policy_digest = (await mine.asProject('PATCH', path, { body: { version: 1, single_tx_limit: '20' } })).json.data
      .proposed.policy_digest
    policy_id = uuidOf('pol', id)
    await world.database.admin.query('create table as_proposed as select * from automation_policies')
    free = createPool({ url: world.database.url, max: 2, application_name: 'test' })
    versionFacts = keepVersionFacts({ transactions: transactionsOn(free), base_url: 'http://127.0.0.1:8787' })
    await versionFacts(uuidOf('rcv', mine.payee.recipient_version_id))
    interleave = await startInterleave(world.database.url, world.database.admin)
  })
  afterAll(async () => {
    await interleave.stop()
    await free.end()
    await world.stop()
    await web.stop()
  })

  const byKey = (): ApiKeyCaller => ({
    kind: 'api_key',
    rate_key: '',
    merchant_id: uuidOf('mer', mine.operator.merchant_id),
    project_id: uuidOf('prj', mine.project_id),
    api_key_id: policy_id,
  })
  const byDevice = (): DeviceCaller => ({
    kind: 'device_token',
    rate_key: '',
    ...identityOf(mine.device),
    token_hash: Buffer.alloc(32),
    tokenAfter: () => '',
  })
  const reset = () =>
    world.database.admin.query(`begin; set local session_replication_role = replica;
      delete from agent_payments; delete from agent_payment_events; delete from policy_decisions;
      delete from automation_policies; insert into automation_policies select * from as_proposed; commit`)
  const consent = (transactions: Transactions) =>
    optIn({ transactions, versionFacts }, { caller: byDevice(), policy_id, body: { policy_digest } })
  const held = (transactions: Transactions, work: Parameters<typeof withPolicy<unknown>>[2]) =>
    withPolicy(transactions, { caller: byKey(), policy_id, hold: true }, work)
  const codeOf = (result: PromiseSettledResult<unknown>): unknown => {
    if (result.status === 'fulfilled') return 'done'
    return result.reason instanceof Refusal ? (result.reason.details.rule ?? result.reason.entry.code) : result.reason
  }
  const standing = async () => {
    const { rows } = await world.database.admin.query(
      "select single_tx_limit::text as single, proposed ->> 'single_tx_limit' as proposed from automation_policies",
    )
    return [rows[0].single, rows[0].proposed]
  }
  const against = (
    b: (transactions: Transactions) => Promise<unknown>,
    holds: (consented: unknown, other: unknown) => Promise<void>,
  ): Pair<unknown, unknown> => ({
    connection_id: uuidOf('con', mine.connection_id),
    before: reset,
    a: ({ transactions }) => consent(transactions),
    b: (stage) => b(stage.transactions),
    holds: ({ a, b: other }) => holds(codeOf(a), codeOf(other)),
  })

  test('consent × another proposal: the wallet never agrees to terms that it has not seen', async () => {
    const seen = new Set<unknown>()
    const propose = (transactions: Transactions) =>
      held(transactions, (tx, policy) => updatePolicy(tx, policy, byKey(), { version: 2, single_tx_limit: '200' }))
    const pair = against(propose, async (consented, other) => {
      seen.add(consented)
      expect(other).toBe('done')
      const single = consented === 'done' ? '200000000' : '100000000'
      expect([['done', 'consent_outdated'].includes(String(consented)), await standing()]).toEqual([
        true,
        [single, '2000000000'],
      ])
    })
    expect(await interleave.race('consent × proposal', pair)).toEqual([])
    expect(seen).toEqual(new Set(['done', 'consent_outdated']))
  })

  test('consent × taking it back: one of them wins, and the other is told', async () => {
    const seen = new Set<unknown>()
    const pair = against(
      (transactions) => held(transactions, (tx, policy) => dropProposal(tx, policy, byKey(), 2)),
      async (consented, dropped) => {
        seen.add(consented)
        const won = consented === 'done'
        expect([consented, dropped]).toEqual(won ? ['done', 'policy_state'] : ['consent_outdated', 'done'])
        expect(await standing()).toEqual([won ? '200000000' : '100000000', null])
      },
    )
    expect(await interleave.race('consent × drop', pair)).toEqual([])
    expect(seen).toEqual(new Set(['done', 'consent_outdated']))
  })

  test('consent × an intent beyond the old terms: it is judged by the terms in force at its commit', async () => {
    const seen = new Set<unknown>()
    const { connection_id, payee } = mine
    const { recipient_id, recipient_version_id } = payee
    const named = { connection_id, recipient_id, recipient_version_id, policy_id: idOf('pol', policy_id) }
    const { merchant_id, project_id } = byKey()
    const intend = (transactions: Transactions) =>
      createAgentPayment(
        { transactions, versionFacts, pending_max: 20 },
        {
          caller: { merchant_id, project_id },
          body: { initiator: 'agent', ...named, amount: '15' },
          idempotency_key: freshKey(),
        },
      )
    const pair = against(intend, async (consented, intended) => {
      seen.add(intended)
      expect([consented, await standing()]).toEqual(['done', ['200000000', null]])
      const { rows } = await world.database.admin.query('select policy_version from policy_decisions')
      expect(rows).toEqual([{ policy_version: intended === 'done' ? 2 : 1 }])
    })
    expect(await interleave.race('consent × intent', pair)).toEqual([])
    expect(seen).toEqual(new Set(['done', 'single_tx_limit']))
  })
})

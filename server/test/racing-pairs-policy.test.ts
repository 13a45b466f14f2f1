/**
 * An agent's intent against another at the cap, against what happens to its policy, and against what comes back, in every
 * order of statements; and the wallet's claim against all who could take it back.
 */
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { slotOfSecret } from '@pursestrings/protocol/secrets'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentPaymentRow } from '../src/payments/agent-payments/agent-payments.store.ts'
import { createAgentPayment } from '../src/payments/agent-payments/create-agent-payment.ts'
import {
  cancelAgentPayment,
  type Report,
  reportAgentPayment,
} from '../src/payments/agent-payments/report-agent-payment.ts'
import { movePolicy } from '../src/payments/automation-policies/move-policy.ts'
import { withPolicy } from '../src/payments/automation-policies/reach-policy.ts'
import { stop } from '../src/payments/automation-policies/stop-wallet.ts'
import { updatePolicy } from '../src/payments/automation-policies/update-policy.ts'
import { keepVersionFacts, type VersionFacts } from '../src/payments/payment-requests/version-facts.ts'
import type { ApiKeyCaller, DeferredCaller, DeviceCaller } from '../src/platform/credentials/callers.ts'
import { hashOf } from '../src/platform/credentials/credentials.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { type Transactions, transactionsOn } from '../src/platform/postgres/transaction.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { freshKey } from './asking.ts'
import { type Automation, newAutomation, POLICY_BOOKS } from './automation.ts'
import { identityOf } from './device.ts'
import { type Pair, startInterleave } from './interleave.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

const RESET = `begin; set local session_replication_role = replica;
  delete from agent_payments; delete from agent_payment_events; delete from policy_decisions; delete from policy_use_changes;
  update devices set stopped_at = null;
  update automation_policies set used = 0, claimed = 0, status = 'active', stopped = false, single_tx_limit = 100000000, cumulative_limit = 100000000,
    version = 1; commit`

describe('an intent against its policy', { timeout: 1_800_000 }, () => {
  let web: MerchantWeb
  let world: World
  let mine: Automation
  let policy_id: Uuid
  let free: pg.Pool
  let versionFacts: VersionFacts
  let interleave: Awaited<ReturnType<typeof startInterleave>>
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, LOG_LEVEL: 'error' })
    mine = await newAutomation(world, web)
    policy_id = uuidOf('pol', (await mine.consented({ single_tx_limit: '10', cumulative_limit: '10' })).id)
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
  const intend = async (transactions: Transactions, amount: string, idempotency_key = freshKey()) => {
    const { connection_id, payee } = mine
    const { recipient_id, recipient_version_id } = payee
    const named = { connection_id, recipient_id, recipient_version_id, policy_id: idOf('pol', policy_id) }
    const body = { initiator: 'agent' as const, ...named, amount }
    const { merchant_id, project_id } = byKey()
    const asked = { caller: { merchant_id, project_id }, body, idempotency_key }
    return (await createAgentPayment({ transactions, versionFacts, pending_max: 20 }, asked)).payment
  }
  const byToken = (): DeferredCaller<'device_token'> => ({
    kind: 'device_token',
    rate_key: '',
    share_key: '',
    owner_id: byDevice().device_id,
    slot: slotOfSecret(mine.device.token),
    token_hash: hashOf(mine.device.token),
    confirm: () => Promise.resolve(),
  })
  const report = (transactions: Transactions, agent_payment_id: Uuid, said: Report) =>
    reportAgentPayment(
      { pool: free, transactions, versionFacts, base_url: '', keepProof: () => Promise.resolve() },
      { caller: byToken(), agent_payment_id, report: said },
    )
  const reset = () => world.database.admin.query(RESET)

  const books = async () => (await world.database.admin.query(POLICY_BOOKS)).rows[0]
  const expectBalanced = async (decisions: number) => {
    const { used, claimed, held, for_good, ledger, decisions: made } = await books()
    expect([held, ledger, for_good, made]).toEqual([used, used, claimed, decisions])
    return BigInt(used)
  }
  const ruleOf = (result: PromiseSettledResult<unknown>): unknown => {
    if (result.status === 'fulfilled') return 'within_policy'
    return result.reason instanceof Refusal ? result.reason.details.rule : result.reason
  }
  const common = () => ({ connection_id: uuidOf('con', mine.connection_id), before: reset })

  test('pair 14: two that together pass the cap: one is allowed, and what is used stays within it', async () => {
    const pair: Pair<AgentPaymentRow, AgentPaymentRow> = {
      ...common(),
      a: ({ transactions }) => intend(transactions, '6'),
      b: ({ transactions }) => intend(transactions, '6'),
      async holds({ a, b, commits }) {
        expect(commits).toHaveLength(2)
        const [first, second] = commits === 'ab' ? [a, b] : [b, a]
        expect([ruleOf(first), ruleOf(second)]).toEqual(['within_policy', 'cumulative_limit'])
        expect(await expectBalanced(2)).toBe(60_000_000n)
      },
    }
    expect(await interleave.race('14 intent × intent at the cap', pair)).toEqual([])
  })

  test('pair 14 as twins: one key for all that is left makes one payment, and both are told of it', async () => {
    let key: string
    const pair: Pair<AgentPaymentRow, AgentPaymentRow> = {
      ...common(),
      async before() {
        await reset()
        key = freshKey()
      },
      a: ({ transactions }) => intend(transactions, '10', key),
      b: ({ transactions }) => intend(transactions, '10', key),
      async holds({ a, b }) {
        const ids = [a, b].map((r) => (r.status === 'fulfilled' ? r.value.agent_payment_id : String(r.reason)))
        expect(ids[0]).toBe(ids[1])
        expect(await expectBalanced(1)).toBe(100_000_000n)
      },
    }
    expect(await interleave.race('14 intent × its twin at the cap', pair)).toEqual([])
  })

  type Change = (transactions: Transactions) => Promise<unknown>
  const narrow: Change = (transactions) =>
    withPolicy(transactions, { caller: byKey(), policy_id, hold: true }, (tx, policy) =>
      updatePolicy(tx, policy, byKey(), { version: 1, single_tx_limit: '5' }),
    )
  const withdraw: Change = (transactions) =>
    withPolicy(transactions, { caller: byDevice(), policy_id, hold: true }, (tx, policy) =>
      movePolicy(tx, policy, byDevice(), 'withdrawn'),
    )
  const against = (change: Change, rule: string): Pair<AgentPaymentRow, unknown> => ({
    ...common(),
    a: ({ transactions }) => intend(transactions, '6'),
    b: ({ transactions }) => change(transactions),
    async holds({ a, b, commits }) {
      expect(b.status).toBe('fulfilled')
      // A wallet's change looks its policy up first, in a transaction of its own.
      const change_came_first = commits.lastIndexOf('b') < commits.lastIndexOf('a')
      expect(ruleOf(a)).toBe(change_came_first ? rule : 'within_policy')
      await expectBalanced(1)
    },
  })
  test.each([
    ['narrowed', narrow, 'single_tx_limit'],
    ['withdrawn', withdraw, 'withdrawn'],
  ] as const)(
    'pair 15: against a policy that is %s, it is judged by the policy valid at its commit',
    async (how, change, rule) => {
      expect(await interleave.race(`15 intent × ${how}`, against(change, rule))).toEqual([])
    },
  )

  test('pair 16: what comes back is there for the next, and what is used is never less than what is live', async () => {
    let first: Uuid
    const seen = new Set<unknown>()
    const pair: Pair<AgentPaymentRow, unknown> = {
      ...common(),
      async before() {
        await reset()
        first = (await intend(transactionsOn(free), '6')).agent_payment_id
      },
      a: ({ transactions }) => intend(transactions, '6'),
      b: ({ transactions }) => report(transactions, first, { status: 'rejected' }),
      async holds({ a, b, commits }) {
        expect(b.status).toBe('fulfilled')
        const released_first = commits.lastIndexOf('b') < commits.lastIndexOf('a')
        expect(ruleOf(a)).toBe(released_first ? 'within_policy' : 'cumulative_limit')
        expect(await expectBalanced(2)).toBe(released_first ? 60_000_000n : 0n)
        seen.add(released_first)
      },
    }
    expect(await interleave.race('16 intent × release', pair)).toEqual([])
    expect(seen).toEqual(new Set([true, false]))
  })

  const codeOf = (result: PromiseSettledResult<unknown>): unknown => {
    if (result.status === 'fulfilled') return 'done'
    return result.reason instanceof Refusal ? result.reason.entry.code : result.reason
  }
  /** A claim of the one payment against something else; both see the connection, the policy and the payment in one order. */
  const claimAgainst = (
    b: (transactions: Transactions, first: Uuid) => Promise<unknown>,
    holds: (claim: unknown, other: unknown, other_came_first: boolean) => Promise<void>,
  ): Pair<unknown, unknown> => {
    let first: Uuid
    return {
      ...common(),
      async before() {
        await reset()
        first = (await intend(transactionsOn(free), '6')).agent_payment_id
      },
      a: ({ transactions }) => report(transactions, first, { status: 'approved' }),
      b: (stage) => b(stage.transactions, first),
      async holds({ a, b: other, commits }) {
        const other_came_first = commits.lastIndexOf('b') < commits.lastIndexOf('a')
        await holds(a.status === 'rejected' ? (ruleOf(a) ?? codeOf(a)) : 'done', codeOf(other), other_came_first)
        await expectBalanced(1)
      },
    }
  }
  test.each([
    ['narrowed', narrow, 'single_tx_limit'],
    ['withdrawn', withdraw, 'withdrawn'],
  ] as const)('claim × %s: the claim is judged by the policy valid at its commit', async (how, change, rule) => {
    const pair = claimAgainst(change, async (claim, changed, change_came_first) => {
      expect([claim, changed]).toEqual([change_came_first ? rule : 'done', 'done'])
      expect((await books()).claimed).toBe(change_came_first ? '0' : '60000000')
    })
    expect(await interleave.race(`claim × ${how}`, pair)).toEqual([])
  })

  test('claim × stop of the wallet: nothing is claimed that commits after the stop, and no intent either', async () => {
    const stopIt: Change = (transactions) => transactions.asWallet(identityOf(mine.device), stop)
    const pair = claimAgainst(stopIt, async (claim, stopped, stop_came_first) => {
      expect([claim, stopped]).toEqual([stop_came_first ? 'connection_paused' : 'done', 'done'])
      expect((await books()).claimed).toBe(stop_came_first ? '0' : '60000000')
    })
    expect(await interleave.race('claim × stop', pair)).toEqual([])
    const intent: Pair<AgentPaymentRow, unknown> = {
      ...common(),
      a: ({ transactions }) => intend(transactions, '6'),
      b: ({ transactions }) => stopIt(transactions),
      async holds({ a, b, commits }) {
        expect([codeOf(a), codeOf(b)]).toEqual([
          commits.lastIndexOf('b') < commits.lastIndexOf('a') || !commits.includes('a') ? 'connection_paused' : 'done',
          'done',
        ])
        const { rows } = await world.database.admin.query('select status from automation_policies')
        expect(rows.map(({ status }) => status)).toEqual(['paused'])
      },
    }
    expect(await interleave.race('intent × stop', intent)).toEqual([])
  })

  test('resume and consent × stop: whichever comes first, the policy is paused afterwards', async () => {
    const held = { caller: byDevice(), policy_id, hold: true, activates: true }
    const resume: Change = (transactions) =>
      withPolicy(transactions, held, (tx, policy) => movePolicy(tx, policy, byDevice(), 'resumed'))
    const pair: Pair<unknown, unknown> = {
      ...common(),
      async before() {
        await reset()
        await world.database.admin.query("update automation_policies set status = 'paused'")
      },
      a: ({ transactions }) => resume(transactions),
      b: ({ transactions }) => transactions.asWallet(identityOf(mine.device), stop),
      async holds({ a, b }) {
        expect(['done', 'wallet_stopped']).toContain(codeOf(a))
        expect(codeOf(b)).toBe('done')
        const { rows } = await world.database.admin.query('select status, stopped from automation_policies')
        // Resumed first, it goes on with the wallet; else it stays as the user had it.
        expect(rows).toEqual([{ status: 'paused', stopped: codeOf(a) === 'done' }])
      },
    }
    expect(await interleave.race('resume × stop', pair)).toEqual([])
  })

  test('claim × cancellation: one of them wins, and only the cancellation gives back', async () => {
    const seen = new Set<unknown>()
    const cancel = (transactions: Transactions, agent_payment_id: Uuid) => {
      const { merchant_id, project_id } = byKey()
      return transactions.asTenant(merchant_id, (tx) => cancelAgentPayment(tx, { project_id }, agent_payment_id))
    }
    const pair = claimAgainst(cancel, async (claim, canceled) => {
      const won = claim === 'done'
      expect([claim, canceled]).toEqual(won ? ['done', 'invalid_transition'] : ['invalid_transition', 'done'])
      expect(await books()).toMatchObject(won ? { used: '60000000', claimed: '60000000' } : { used: '0', claimed: '0' })
      seen.add(won)
    })
    expect(await interleave.race('claim × cancel', pair)).toEqual([])
    expect(seen).toEqual(new Set([true, false]))
  })

  test('claim × its own repetition, and × a hash without a claim: one authorisation at most, and no hash is lost', async () => {
    const twice = claimAgainst(
      (transactions, first) => report(transactions, first, { status: 'approved' }),
      async (claim, other) => {
        expect([claim, other]).toEqual(['done', 'done'])
        expect((await books()).claimed).toBe('60000000')
      },
    )
    expect(await interleave.race('claim × claim', twice)).toEqual([])
    const hash = claimAgainst(
      (transactions, first) => report(transactions, first, { status: 'submitted', transaction_hash: 'a1' }),
      async (claim, other) => {
        expect([claim, other]).toEqual(
          claim === 'done' ? ['done', other] : ['invalid_transition', 'invalid_transition'],
        )
        expect((await books()).claimed).toBe('60000000')
        const { rows } = await world.database.admin.query(
          "select count(*)::int from agent_payment_events where transaction_hash = 'a1'",
        )
        expect(rows[0].count).toBe(1)
      },
    )
    expect(await interleave.race('claim × unclaimed hash', hash)).toEqual([])
  })

  test('planted: an intent that does not hold its policy is found where the policy is narrowed', async () => {
    const undo = await interleave.change('hold_for_intent', {
      'q.policy_id desc limit 1))\n      for update;': 'q.policy_id desc limit 1));',
    })
    const planted = against(narrow, 'single_tx_limit')
    expect(await interleave.race('planted: 15 without the hold', planted, 400, 1)).not.toEqual([])
    await undo()
  })
})

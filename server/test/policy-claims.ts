/**
 * Wallet, project and clock against each other, over and over: an interleaving creates payments under a small policy and
 * sends claims, cancellations, expiry, hashes and changes of the policy at once, in an order that is drawn. What must hold
 * is read from the database afterwards: from what was claimed, and from the terms that were in force at that moment.
 */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import {
  type Automation,
  inMinutes,
  newAutomation,
  POLICY_BOOKS,
  passTime,
  paymentPath,
  policyPath,
} from './automation.ts'
import type { Answer } from './call.ts'
import type { MerchantWeb } from './merchant-web.ts'
import type { World } from './world.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

interface Wanted {
  readonly interleavings: number
  readonly wallets: number
  readonly seed: number
}

export interface ClaimFigures {
  readonly interleavings: number
  readonly payments: number
  readonly claims: number
  readonly refused_claims: number
  readonly hashes: number
  readonly policies: number
  /** Claims with which the total that wallets may sign passed the cap that was in force then. */
  readonly over_cap: number
  /** Claims that the policy did not allow when they were made: paused, withdrawn or too large. */
  readonly unlawful: number
  /** Answers that let a wallet sign what is not written down as claimed. */
  readonly unwritten: number
  readonly lost_hashes: number
  readonly unbalanced: number
  /** Answers that asked to come back later: a busy machine. */
  readonly unavailable: number
  readonly server_errors: number
}

/** The terms that were in force when each claim was made, and what could be signed with it: all told by times that were
 * read while the policy was held. */
const CLAIMS = `with good as (
    select a.policy_id, a.agent_payment_id, a.reserved, a.claimed_at is not null as claim, coalesce(a.claimed_at, (
      select min(e.occurred_at) from agent_payment_events e where e.agent_payment_id = a.agent_payment_id
        and e.transaction_hash is not null)) as at
    from agent_payments a where a.reserved is not null and (a.claimed_at is not null or a.transaction_hash is not null
      or exists (select from agent_payment_events e where e.agent_payment_id = a.agent_payment_id and e.late))),
  running as (select *, sum(reserved) over (partition by policy_id order by at, agent_payment_id) as total from good)
  select count(*)::int as claims,
    count(*) filter (where r.total > t.cap)::int as over_cap,
    count(*) filter (where t.change in ('paused', 'withdrawn') or r.reserved > t.single)::int as unlawful
  from running r cross join lateral (
    select c.change, (c.terms ->> 'cumulative_limit')::numeric * 10000000 as cap,
      (c.terms ->> 'single_tx_limit')::numeric * 10000000 as single
    from automation_policy_changes c where c.policy_id = r.policy_id and c.occurred_at <= r.at
    order by c.occurred_at desc limit 1) t
  where r.claim`

export const interleaveClaims = async (
  world: World,
  web: MerchantWeb,
  { interleavings, wallets, seed }: Wanted,
): Promise<ClaimFigures> => {
  const { admin } = world.database
  const authorised = new Set<string>()
  const named: { id: string; hash: string }[] = []
  let [started, payments, refused_claims, unavailable, server_errors, policies] = [0, 0, 0, 0, 0, 0]

  const random = drawsOf(seed)
  const told = (answer: Answer): Answer => {
    if (answer.status === 503) unavailable++
    else if (answer.status >= 500) server_errors++
    return answer
  }
  const claim = async (mine: Automation, id: string) => {
    const { status, json } = told(await mine.report(id, { status: 'approved' }))
    if (status === 200 && json.data.status === 'approved') authorised.add(id)
    else if (status === 403) refused_claims++
  }
  const name = async (mine: Automation, id: string, status: string) => {
    const hash = Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join('')
    const answer = told(await mine.report(id, { status, transaction_hash: hash }))
    if (answer.status < 500) named.push({ id, hash })
  }
  const opsOn = (mine: Automation, payment: Json): (() => Promise<unknown>)[] => {
    const { id } = payment
    const ops: [number, () => Promise<unknown>][] = [
      [0.9, () => claim(mine, id)],
      [0.3, () => claim(mine, id)],
      [0.5, async () => told(await mine.asProject('POST', paymentPath(id, 'cancel')))],
      [0.25, () => passTime(world, payment)],
      [0.15, async () => told(await mine.report(id, { status: random() < 0.5 ? 'rejected' : 'failed' }))],
      [0.4, () => name(mine, id, random() < 0.8 ? 'submitted' : 'settled')],
      [0.1, () => name(mine, id, 'failed')],
    ]
    return ops.flatMap(([chance, op]) => (random() < chance ? [op] : []))
  }
  const changesOf = (mine: Automation, policy: Json): (() => Promise<unknown>)[] => {
    const drawn = random()
    if (drawn < 0.3 && policy.cap > 3) {
      policy.cap -= 3
      const body = { version: policy.version++, cumulative_limit: String(policy.cap) }
      return [async () => told(await mine.asProject('PATCH', policyPath(policy.id), { body }))]
    }
    if (drawn < 0.6)
      return [
        async () => {
          told(await mine.device.call('POST', policyPath(policy.id, 'status'), { body: { status: 'paused' } }))
          told(await mine.device.call('POST', policyPath(policy.id, 'status'), { body: { status: 'active' } }))
        },
      ]
    if (drawn > 0.97) return [async () => told(await mine.device.call('DELETE', policyPath(policy.id)))]
    return []
  }

  /** A wallet with a connection of its own, one small policy after the other. */
  const wallet = async (mine: Automation) => {
    while (started < interleavings) {
      const validity_window = { from: inMinutes(-1), to: inMinutes(600) }
      const terms = { single_tx_limit: '4', cumulative_limit: '10', validity_window }
      const policy = { ...(await mine.consented(terms)), cap: 10 }
      policies++
      while (started < interleavings) {
        const amounts = Array.from({ length: random() < 0.5 ? 1 : 2 }, () => String(1 + Math.floor(random() * 3)))
        const made = await Promise.all(
          amounts.map(async (amount) => told(await mine.intend({ amount, policy_id: policy.id }))),
        )
        const open: Json[] = made.flatMap(({ status, json }) => (status === 201 ? [json.data] : []))
        // Nothing fits into it any more, or nobody may use it: that is no interleaving.
        if (open.length === 0) break
        started++
        payments += open.length
        const ops = [...open.flatMap((payment) => opsOn(mine, payment)), ...changesOf(mine, policy)]
        await Promise.all(shuffled(ops, random).map((op) => op()))
        // What comes after everything else is late.
        for (const { id } of open) if (random() < 0.2) await name(mine, id, 'submitted')
      }
      told(await mine.device.call('DELETE', policyPath(policy.id)))
    }
  }
  const automations: Automation[] = []
  for (let i = 0; i < wallets; i++)
    automations.push(
      await newAutomation(
        world,
        web,
        automations[0] && { operator: automations[0].operator, payee: automations[0].payee },
      ),
    )
  await Promise.all(automations.map(wallet))

  const claims = (await admin.query(CLAIMS)).rows[0]
  const unwritten = await admin.query(
    'select from agent_payments where agent_payment_id = any ($1) and claimed_at is null',
    [[...authorised].map((id) => uuidOf('apy', id))],
  )
  const lost = await admin.query(
    `select n.hash from unnest($1::uuid[], $2::text[]) n (id, hash) where not exists (
      select from agent_payment_events e where e.agent_payment_id = n.id and e.transaction_hash = n.hash)`,
    [named.map(({ id }) => uuidOf('apy', id)), named.map(({ hash }) => hash)],
  )
  const unbalanced = await admin.query(
    `select from (${POLICY_BOOKS}) b where used <> held or used <> ledger or claimed <> for_good`,
  )
  return {
    interleavings: started,
    payments,
    claims: claims.claims,
    refused_claims,
    hashes: named.length,
    policies,
    over_cap: claims.over_cap,
    unlawful: claims.unlawful,
    unwritten: unwritten.rowCount ?? 0,
    lost_hashes: lost.rowCount ?? 0,
    unbalanced: unbalanced.rowCount ?? 0,
    unavailable,
    server_errors,
  }
}

/** The same draws for the same seed (mulberry32). */
const drawsOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** What must hold at the end of a schedule, by the model's ledger: what people approved, and nothing else, paid once; and everybody knows. */
import type { Kept } from './model-service.ts'
import { isOurs, PAYEE, POLICY, paidIn, type World } from './world.ts'

export const BARS = [
  'paid_twice',
  'paid_to_another',
  'above_approved',
  'outside_the_closed_set',
  /** What was signed and never sent is proven unpaid, and what is paid is observed. */
  'wrong_end',
  /** A status, a wallet or an outcome says something else than the ledger. */
  'wrong_word',
  'unanswered',
] as const
export type Bar = (typeof BARS)[number]

type Broken = Partial<Record<Bar, string>>
type Says = (bar: Bar, why: string) => void

export async function brokenIn(world: World): Promise<Broken> {
  const broken: Broken = {}
  const says: Says = (bar, why) => void (broken[bar] ??= why)
  judgePayments(world, says)
  for (const kept of world.service.requests.values()) judgeRequest(world, kept, says)
  await judgeWallets(world, says)
  judgeCalls(world, says)
  return broken
}

function judgePayments(world: World, says: Says): void {
  const { service, approvals, shop } = world
  const requests = new Map([...service.requests.values()].map((kept) => [kept.facts_digest, kept]))
  const paid = paidIn(world)
  for (const [what, theirs] of Map.groupBy(paid, ({ nonce }) => taskOf(requests.get(nonce)) ?? nonce))
    if (theirs.length > 1) says('paid_twice', `${what}: ${theirs.length} payments`)
  for (const { to, units, nonce } of paid) {
    if (to !== PAYEE.toLowerCase()) says('paid_to_another', to)
    const approved = approvals.get(nonce)?.units ?? 0n
    if (units > approved) says('above_approved', `${units} instead of ${approved}`)
  }
  const automatic = paid.filter(({ nonce }) => approvals.get(nonce)?.automatic)
  const sum = automatic.reduce((all, { units }) => all + units, 0n)
  if (sum > POLICY.all || automatic.some(({ units }) => units > POLICY.single))
    says('above_approved', `${automatic.map(({ units }) => units).join(' + ')} within the policy`)
  if (shop.elsewhere.length > 0) says('paid_to_another', 'an authorization went to another host')
}

const taskOf = (kept: Kept | undefined): string | undefined => {
  const url = kept?.terms?.['url']
  return typeof url === 'string' ? url : undefined
}

/** Nobody's word was that it is to be paid. */
const UNDECIDED = new Set(['pending', 'intent_created', 'expired', 'rejected', 'canceled'])

function judgeRequest(world: World, kept: Kept, says: Says): void {
  const { request_id, status, reason, settlement, expires_at, to, units, facts_digest } = kept
  const moved = world.chain.moved().filter(({ nonce }) => nonce === facts_digest)
  const is_paid = moved.some(
    (one) => one.to === to.toLowerCase() && one.units === units && one.timestamp * 1000 < expires_at,
  )
  const is_ours = moved.some(({ from }) => isOurs(from))
  if (UNDECIDED.has(status) && !is_ours) return
  const wanted = is_paid ? 'chain_observed' : 'proven_unpaid'
  if (settlement.assurance !== wanted && !(is_paid && !is_ours))
    says('wrong_end', `${request_id} is ${status}, ${settlement.assurance} and not ${wanted}`)
  if (is_ours && !['confirmed', 'settled'].includes(status))
    says('wrong_word', `${request_id} is paid, and ${status}: ${reason}`)
  if (!is_paid && ['confirmed', 'settled'].includes(status))
    says('wrong_word', `${request_id} is ${status}, and not paid`)
}

async function judgeWallets(world: World, says: Says): Promise<void> {
  const paid = paidIn(world)
  for (const wallet of world.wallets) {
    for (const { is_open, what } of wallet.doing) if (is_open) says('unanswered', what)
    for (const { request_id, facts_digest, account, state, outcome } of await wallet.entries()) {
      const is_paid = paid.some(({ nonce, from }) => nonce === facts_digest && from === account.toLowerCase())
      if (state !== 'reported' && state !== 'erased') says('wrong_end', `a wallet still has ${request_id} as ${state}`)
      else if ((outcome?.is === 'paid') !== is_paid)
        says('wrong_word', `a wallet says ${outcome?.is ?? state} of ${request_id}`)
    }
  }
}

function judgeCalls({ calls, service, shop }: World, says: Says): void {
  for (const { came, is_open, killed, url } of calls) {
    if (killed) continue
    if (is_open || came === undefined) says('unanswered', url)
    else if (came.outcome.startsWith('other: ')) says('outside_the_closed_set', came.outcome)
    else if (came.outcome === 'paid') {
      // What is delivered before it is final is the seller's risk.
      const digest = service.requests.get(came.request_id ?? '')?.facts_digest
      if (!shop.delivered.has(`0x${digest}`)) says('wrong_word', `${url} was delivered, and nothing was paid`)
    }
  }
}

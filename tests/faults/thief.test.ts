/**
 * A thief who sees every closed ledger and every transaction on its way gets no payment. It is connected to the same shop, and
 * is another organization that lists its address; it has older, equal and newer requests of the same price, names honest
 * payments at once, early, late and repeatedly, and tries copied proofs, proofs of its own keys, fee bumps around the honest
 * transaction, and references of other requests. Honest payers with a binding are all seen, and the others are never disputed.
 * The same thief wins by the rule of before.
 */
import { Asset, Keypair, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { afterAll, expect, test } from 'vitest'
import type { LedgerTransaction } from '../../server/src/platform/egress/ledger/ledger-source.ts'
import type { Open } from '../../server/src/settlement/settlements/open-payments.ts'
import { type Asking, askingOver } from '../../server/test/asking.ts'
import { newConnection } from '../../server/test/connection.ts'
import { type LedgerWorld, referenceTo, secondsNow, startLedgerWorld } from '../../server/test/ledger-world.ts'
import { newOperator } from '../../server/test/operator.ts'
import { activate, proveHost, verifiedPayee } from '../../server/test/payee.ts'
import { judgedRule, MIXES_MAX, type Mix, mixOf, playRound, type Rule } from '../../server/test/thief-rounds.ts'
import { startWorld } from '../../server/test/world.ts'
import { transactionBy } from '../ledger-double/payer.ts'
import { signBy } from '../ledger-double/signatures.ts'
import { report } from './report.ts'
import { EVM_MIXES_MAX, playEvmRound } from './thief-on-evm.ts'
import { playServedEvm } from './thief-on-evm-served.ts'
import { openGates } from './x402/gates.ts'

// The rule of before, as a control: a named payment that fits is given to whoever names it, and one that nobody named to the
// only open request that it fits. It is the smallest model of it, and nothing uses it but the run that shows how a thief wins.

const EARLY_S = 10n

/** There were no references then: memos are left out. */
const fits = ({ wanted }: Open, { ledger, transfers }: LedgerTransaction): boolean =>
  transfers.some(({ to, units }) => to === wanted.to && units === wanted.units) &&
  ledger.closed_at + EARLY_S >= wanted.created_at &&
  ledger.closed_at <= wanted.max_time

const oldRule: Rule = ({ opens, closed, head, claims }) => {
  const taken = new Map(claims.map((claim) => [claim.transaction_hash, claim.payment_id]))
  const open_ones = opens.filter(({ row }) => row.paid_hash === null)
  const given = new Map<Open, LedgerTransaction>()
  const give = (open: Open | undefined, transaction: LedgerTransaction) => {
    if (open === undefined || taken.has(transaction.hash)) return
    taken.set(transaction.hash, open.row.payment_id)
    given.set(open, transaction)
  }
  const byAge = open_ones.toSorted((a, b) => Number(a.wanted.created_at - b.wanted.created_at))
  for (const transaction of closed)
    give(
      byAge.find((open) => open.row.reported_hash === transaction.hash && fits(open, transaction)),
      transaction,
    )
  for (const transaction of closed) {
    const fitting = open_ones.filter((open) => fits(open, transaction))
    if (fitting.length === 1) give(fitting[0], transaction)
  }
  return opens.map((open) => {
    const transaction = given.get(open)
    const named = closed.find(({ hash }) => hash === open.row.reported_hash)
    const robbed = named !== undefined && (taken.get(named.hash) ?? open.row.payment_id) !== open.row.payment_id
    const paid = transaction && { hash: transaction.hash, place: 'op/0' }
    return {
      open,
      assurance: paid ? 'chain_observed' : robbed ? 'disputed' : null,
      paid,
      matched: undefined,
      reason: undefined,
      done: head.closed_at > open.wanted.max_time,
    }
  })
}

const ROUNDS = Number(process.env['THIEF_ROUNDS'] ?? 10_000)
const SERVED = Number(process.env['THIEF_SERVED'] ?? 500)
const EVM_SERVED = Number(process.env['THIEF_EVM_SERVED'] ?? 300)
const AT_ONCE = 25
/** Has no common divisor with the number of mixes, so the rounds are spread over all of them. */
const STEP = 89
const HOUR_MS = 3_600_000
const nth = (round: number): number => (round * STEP) % MIXES_MAX
const figures: Record<string, unknown> = {}
afterAll(() => report('thief', figures))

test('through the judge: nothing is given to the thief, and no honest payer loses by it', { timeout: HOUR_MS }, () => {
  const counted = { bound: 0, observed: 0, unbound: 0, disputed: 0, stolen: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const { binding } = mixOf(nth(round))
    const { stolen, honest, honest_paid } = playRound(nth(round), judgedRule)
    counted.stolen += stolen
    if (binding === 'none') {
      counted.unbound += 1
      if (honest === 'disputed') counted.disputed += 1
    } else {
      counted.bound += 1
      if (honest === 'chain_observed' && honest_paid) counted.observed += 1
    }
  }
  Object.assign(figures, { rounds: ROUNDS, mixes: Math.min(ROUNDS, MIXES_MAX), ...counted })
  expect(counted).toMatchObject({ stolen: 0, disputed: 0, observed: counted.bound })
  expect(counted.unbound).toBeGreaterThan(ROUNDS / 10)
})

test('control: by the rule of before the same thief wins', { timeout: HOUR_MS }, () => {
  let [rounds_won, disputed] = [0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    const { stolen, honest } = playRound(nth(round), oldRule)
    if (stolen > 0) rounds_won += 1
    if (honest === 'disputed') disputed += 1
  }
  Object.assign(figures, { old_rule_stolen: rounds_won, old_rule_disputed: disputed })
  expect(rounds_won).toBeGreaterThan(0)
  expect(disputed).toBeGreaterThan(0)
})

test('on an EVM chain, through the judge: nothing is given to the thief, and no honest payer loses by it', {
  timeout: HOUR_MS,
}, async () => {
  const gates = openGates()
  const counted = { evm_stolen: 0, evm_observed: 0, evm_old_rule_stolen: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const { stolen, honest } = await playEvmRound(round * STEP, gates)
    counted.evm_stolen += stolen
    if (honest === 'chain_observed') counted.evm_observed += 1
  }
  // The control: by the rule of before, the same thief wins.
  for (let round = 0; round < Math.min(ROUNDS, EVM_MIXES_MAX); round += 1)
    counted.evm_old_rule_stolen += (await playEvmRound(round * STEP, gates, { names_bind: true })).stolen
  gates.close()
  Object.assign(figures, { evm_rounds: ROUNDS, evm_mixes: Math.min(ROUNDS, EVM_MIXES_MAX), ...counted })
  expect(counted).toMatchObject({ evm_stolen: 0, evm_observed: ROUNDS })
  expect(counted.evm_old_rule_stolen).toBeGreaterThan(0)
})

test('on an EVM chain, through a running service, many at once', { timeout: HOUR_MS }, async () => {
  const began = Date.now()
  const played = await playServedEvm(EVM_SERVED, nth)
  Object.assign(figures, played, { evm_served_s: Math.round((Date.now() - began) / 1000) })
  expect(played).toMatchObject({ evm_served_stolen: 0, evm_served_observed: EVM_SERVED, evm_boxes_opened: 0 })
})

test('through a running service, many at once', { timeout: HOUR_MS }, async () => {
  const on = await startLedgerWorld({ start: (settings) => startWorld({ ...settings, PENDING_MAX: '100000' }) })
  const began = Date.now()
  const thief = await thiefOf(on)
  const counted = { served: 0, served_observed: 0, served_bound: 0, served_disputed: 0, served_stolen: 0 }
  for (let first = 0; first < SERVED; first += AT_ONCE) {
    const shop = await on.asking()
    const thieves = { same_shop: thief.at(shop), other_organization: await thief.listing(shop) }
    const pairs = Array.from({ length: Math.min(AT_ONCE, SERVED - first) }, (_, i) => mixOf(nth(first + i)))
    const played = await playAtOnce(on, { shop, thieves, mixes: pairs })
    for (const { mix, honest, stolen } of played) {
      counted.served += 1
      counted.served_stolen += stolen
      if (mix.binding !== 'none') counted.served_bound += 1
      if (honest.assurance === 'chain_observed') counted.served_observed += 1
      if (honest.assurance === 'disputed') counted.served_disputed += 1
    }
  }
  await on.stop()
  Object.assign(figures, counted, { served_s: Math.round((Date.now() - began) / 1000) })
  expect(counted).toMatchObject({ served_stolen: 0, served_disputed: 0, served_observed: counted.served_bound })
})

/** Two accounts of the thief: a customer of the shop, and an organization of its own that lists the shop's addresses. */
async function thiefOf(on: LedgerWorld) {
  const shop = await on.asking()
  const customer = await newConnection(on.world, { operator: shop.operator })
  const operator = await newOperator(on.world)
  const domain_id = await proveHost(on.web, operator, 'quay.test')
  const connection = await newConnection(on.world, { operator })
  return {
    at: ({ payee }: Asking): Asking => askingOver(customer, payee),
    async listing({ payee: { address } }: Asking): Promise<Asking> {
      const payee = await verifiedPayee(on.web, operator, domain_id, 'quay.test', { address })
      expect((await activate(operator, payee)).status).toBe(200)
      return askingOver(connection, payee)
    },
  }
}

interface Batch {
  readonly shop: Asking
  readonly thieves: Readonly<Record<Mix['listed'], Asking>>
  readonly mixes: readonly Mix[]
}

const hashOf = (transaction: { hash(): Uint8Array }): string => Buffer.from(transaction.hash()).toString('hex')
const STATUSES = ['signed', 'broadcasted', 'confirmed']
const PAYERS = Array.from({ length: AT_ONCE }, () => Keypair.random())
const WRAPPER = Keypair.random()

async function playAtOnce(on: LedgerWorld, { shop, thieves, mixes }: Batch) {
  const { ledger } = on.double
  for (const key of [...PAYERS, WRAPPER]) if (!ledger.accounts.has(key.publicKey())) ledger.fund(key.publicKey())
  const pairs = await Promise.all(
    mixes.map(async (mix, i) => {
      const by = thieves[mix.listed]
      const stolen = mix.age === 'older' ? [await by.asked()] : []
      const [mine, equal] = await Promise.all([shop.asked(), mix.age === 'equal' ? by.asked() : undefined])
      if (equal) stolen.push(equal)
      const payer = PAYERS[i] as Keypair
      const carries = mix.binding === 'reference' || mix.binding === 'both'
      const pay = Operation.payment({ destination: shop.payee.address, asset: Asset.native(), amount: '12.5' })
      const transaction = transactionBy(ledger, payer, [pay], { ...(carries && { memo: referenceTo(mine) }) })
      return { mix, by, stolen, mine, payer, transaction, transaction_hash: hashOf(transaction) }
    }),
  )
  type Pair = (typeof pairs)[number]
  const names = async ({ by, stolen, transaction_hash }: Pair) => {
    for (const { request_id } of stolen)
      for (const status of STATUSES) await by.report(request_id, { status, transaction_hash })
  }
  const proves = async (pair: Pair) => {
    for (const body of pair.stolen.flatMap((one) => thiefProofs(pair, one)))
      for (const { request_id } of pair.stolen)
        await pair.by.device.call('PUT', `/v1/payment-requests/${request_id}/payer-proof`, { body })
  }
  const tells = async ({ mix, mine, payer, transaction_hash }: Pair) => {
    const signs = mix.binding === 'payer_signature' || mix.binding === 'both'
    const payer_proof = proofBy(payer, payer, { digest: mine.facts_digest, transaction_hash })
    const body = { status: 'signed', transaction_hash, ...(signs && { payer_proof }) }
    expect((await shop.report(mine.request_id, body)).status).toBe(200)
  }
  // On its way: the thief names it before the honest payer does, or right after.
  await Promise.all(pairs.filter(({ mix }) => mix.names === 'early').map(names))
  await Promise.all(pairs.filter(({ mix }) => mix.honest_tells === 'before_close').map(tells))
  await Promise.all(pairs.filter(({ mix }) => mix.names === 'at_once' || mix.names === 'repeatedly').map(names))
  for (const { mix, transaction } of pairs)
    expect(ledger.submit((mix.wraps ? wrapped(on, transaction) : transaction).toEnvelope())?.status).toBe('PENDING')
  on.passTo(secondsNow())
  await Promise.all(
    pairs.map(async (pair) => {
      if (pair.mix.age === 'newer' || pair.mix.names === 'repeatedly') pair.stolen.push(await pair.by.asked())
      await names(pair)
      if (pair.mix.proves !== 'nothing') await proves(pair)
    }),
  )
  await Promise.all(pairs.filter(({ mix }) => mix.honest_tells !== 'before_close').map(tells))
  return Promise.all(
    pairs.map(async ({ mix, mine, by, stolen }) => {
      const holds = (s: { assurance: string; ledger_match?: object }) =>
        mix.binding === 'none' ? s.ledger_match !== undefined : s.assurance === 'chain_observed'
      await on.settled(shop, mine.request_id, holds)
      await on.rounds(2)
      const taken = await Promise.all(stolen.map(({ request_id }) => on.settlement(by, request_id)))
      const paid = taken.filter((s) => s.assurance === 'chain_observed' || s.bound_by !== undefined)
      return { mix, stolen: paid.length, honest: await on.settlement(shop, mine.request_id) }
    }),
  )
}

/** Anybody can do this to a transaction that is on its way. */
function wrapped(on: LedgerWorld, transaction: ReturnType<typeof transactionBy>) {
  const bump = TransactionBuilder.buildFeeBumpTransaction(WRAPPER, '1000', transaction, on.double.ledger.passphrase)
  bump.sign(WRAPPER)
  return bump
}

function proofBy(by: Keypair, account: Keypair, of: { digest: string; transaction_hash: string }) {
  const text = ['svc.payer_proof.v1', 'stellar_testnet', of.transaction_hash, 'op/0', of.digest].join('\n')
  const signature = Buffer.from(signBy(by, Buffer.from(text))).toString('base64')
  return { account: account.publicKey(), signer: by.publicKey(), signature, place: 'op/0' }
}

interface Stealing {
  readonly mix: Mix
  readonly mine: { readonly facts_digest: string }
  readonly payer: Keypair
  readonly transaction_hash: string
}

function thiefProofs({ mix, mine, payer, transaction_hash }: Stealing, stolen: { facts_digest: string }): object[] {
  const own = { digest: stolen.facts_digest, transaction_hash }
  const proofs = {
    nothing: [],
    a_copy: [proofBy(payer, payer, { digest: mine.facts_digest, transaction_hash })],
    own_key: [proofBy(WRAPPER, payer, own)],
    own_account: [proofBy(WRAPPER, WRAPPER, own)],
    false_signature: [{ ...proofBy(WRAPPER, payer, own), signer: payer.publicKey() }],
  }[mix.proves]
  return proofs.map((proof) => ({ transaction_hash, ...proof }))
}

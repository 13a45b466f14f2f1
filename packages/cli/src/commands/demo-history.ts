/**
 * `demo --history`: a shop that has been open for a week. Its requests are made and answered through the service like any
 * others, and paid on the practice ledger of `npm run dev`, in ledgers of the days before (tools/dev/past-week.ts).
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { AgentClient, PaymentRequest, WalletClient } from '@pursestrings/sdk'
import { connectedAgentOf, merchantOf, walletOf } from '../clients.ts'
import { failed } from '../stop.ts'
import { reject } from '../test-wallet.ts'
import { expectPaid, hasLedger, type PaidFor, passingAccount, payingOf } from '../test-wallet-ledger.ts'
import { kept, made, type Stage, type Step, secondAgent } from './demo-steps.ts'

const REQUESTS = 48
const SIDE_BY_SIDE = 8
const WAITING = new Set([45, 46, 47])
const DISPUTED = 37
const EXPIRES = 22
const IN_SHORT_MS = 90_000
const IN_DAYS_MS = 3 * 86_400_000
const ORDERS = [
  ['12.5', 'Sea charts, north coast'],
  ['4', 'Tide tables'],
  ['31.2', 'Signed first edition'],
  ['7.25', 'Postcards, set of ten'],
  ['18', 'Reading lamp'],
  ['2.75', 'Bookmark'],
  ['64', 'Atlas of harbours'],
] as const
const RESTOCKED = [
  ['45', 'Paper bags, 500'],
  ['22.4', 'Book covers, clear'],
] as const
export const DISPUTE_NOTE =
  'Demo: the wallet paid 1 XLM too little and said that it paid. The ledger shows it, so this request is disputed.'

interface Asked {
  readonly at: number
  readonly agent: AgentClient
  readonly request: PaymentRequest
}

interface Asking {
  readonly agents: readonly [AgentClient, AgentClient]
  /** Order numbers are never those of another run, or of the reader. */
  readonly run: string
}

const ask = async ({ profiles }: Stage, { agents, run }: Asking, at: number): Promise<Asked> => {
  const { payee } = profiles.read()
  if (!payee) throw failed('This profile has no payee yet.', 'Create one: pursestrings demo')
  const { recipient_id, recipient_version_id } = payee
  const restocks = at % 6 === 5 && !WAITING.has(at)
  const [amount, title] = (restocks ? RESTOCKED[at % 12 === 5 ? 0 : 1] : ORDERS[at % ORDERS.length]) ?? ORDERS[0]
  const agent = agents[restocks ? 1 : 0]
  const waits = WAITING.has(at) ? IN_DAYS_MS : at === EXPIRES ? IN_SHORT_MS : undefined
  const { payment_request } = await agent.requestPayment({
    task_ref: `${restocks ? 'restock' : 'order'}-${run}-${1000 + at}`,
    amount,
    recipient_id,
    recipient_version_id,
    display: { title, ...(at === DISPUTED && { description: DISPUTE_NOTE }) },
    ...(waits !== undefined && { expires_at: new Date(Date.now() + waits).toISOString() }),
  })
  return { at, agent, request: payment_request }
}

/** Resolves once it is decided: with the payment, where there is one, which ends once its ledger has closed. */
const answer = async (stage: Stage, wallet: WalletClient, { at, agent, request }: Asked): Promise<Customer[]> => {
  if (WAITING.has(at) || at === EXPIRES) return []
  if (at % 15 === 4) await reject(wallet, request.request_id, 'Not needed anymore')
  else if (at % 15 === 9) await agent.paymentRequests.cancel(request.request_id)
  else return [at === DISPUTED ? await payTooLittleAs(stage, wallet, request) : await payAs(stage, wallet, request)]
  return []
}

const makeRequests = async (stage: Stage): Promise<Customer[]> => {
  const wallet = walletOf(stage.profiles.read())
  const agents = [connectedAgentOf(stage.profiles), await secondAgent(stage)] as const
  const asking = { agents, run: randomBytes(2).toString('hex') }
  const customers: Customer[] = []
  let next = 0
  const inTurn = async (): Promise<void> => {
    for (let at = next++; at < REQUESTS; at = next++)
      customers.push(...(await answer(stage, wallet, await ask(stage, asking, at))))
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, inTurn))
  return customers
}

/** What only `npm run dev` can do: it owns the ledger, and the database. */
const moveTo = async (
  { mail_url }: Stage,
  merchant_id: string,
  part: 'begin' | 'play' | 'finish',
): Promise<boolean> => {
  const page = `${mail_url.replace(/\/+$/, '')}/api/past-week/${merchant_id}/${part}`
  const sent = await fetch(page, { method: 'POST', headers: { 'x-pursestrings-demo': '1' }, redirect: 'error' })
  return sent.ok
}

const LOOKS = 120
const LOOK_MS = 250

/** Until the service has seen on the ledger what was paid there. */
const untilSeen = async (stage: Stage, paid: number): Promise<void> => {
  const { paymentRequests } = merchantOf(stage.profiles.read())
  const seen = async (assurance: 'chain_observed' | 'disputed') =>
    (await paymentRequests.list({ assurance }).toArray({ limit: REQUESTS })).length
  for (let looks = 1; (await seen('chain_observed')) + (await seen('disputed')) < paid; looks++) {
    if (looks === LOOKS) throw failed('The service has not seen all payments on the ledger.', 'Is its worker running?')
    await pause(LOOK_MS)
  }
}

export const history: Step = {
  name: 'history',
  async run(stage) {
    const profile = stage.profiles.read()
    const merchant = merchantOf(profile)
    const some = await merchant.paymentRequests.list().toArray({ limit: 10 })
    if (some.length === 10) return kept('has payment requests already')
    const { merchant_id } = (await merchant.merchantSessions.readCurrent()).merchant
    if (!(await hasLedger(walletOf(profile))) || !(await moveTo(stage, merchant_id, 'begin')))
      return kept('none: it needs the practice ledger of `npm run dev`, and a merchant that is new')
    const customers = await makeRequests(stage)
    await moveTo(stage, merchant_id, 'play')
    await Promise.all(customers.map(({ end }) => end()))
    await untilSeen(stage, customers.length)
    await moveTo(stage, merchant_id, 'finish')
    return made(`${REQUESTS} payment requests over the last seven days, ${customers.length - 1} of them paid`)
  },
}

// Accounts of the demo's past: each pays one request, so that all pay side by side.

/** Has sent its payment. */
export interface Customer {
  /** Once its ledger has closed: what the wallet reports then. */
  end(): Promise<unknown>
}

interface ToPay extends Pick<PaymentRequest, 'facts_digest'>, PaidFor {
  readonly connection_id: string
}

export const payFrom = async ({ profiles }: Stage, wallet: WalletClient, to_pay: ToPay): Promise<Customer> => {
  const { kind, id: request_id, connection_id, facts_digest } = to_pay
  const sent = Promise.withResolvers<void>()
  const tell = ({ step }: { step: string }) => (step === 'sent' ? sent.resolve() : undefined)
  const paying = await payingOf(profiles, wallet, { ...(await passingAccount()), tell })
  if (paying === undefined) throw failed('This service names no test ledger.', 'Start it with: npm run dev')
  await paying.fund()
  const paid = paying.payer.pay({ request_id, connection_id, kind, facts_digest }).then(expectPaid)
  paid.then(sent.resolve, sent.reject)
  await sent.promise
  return { end: () => paid }
}

export const payAs = (stage: Stage, wallet: WalletClient, request: PaymentRequest): Promise<Customer> => {
  const { request_id: id, connection_id, facts_digest } = request
  return payFrom(stage, wallet, { kind: 'payment_request', id, connection_id, facts_digest })
}

/** One coin less than was asked for, reported as though it were all. Our payer would refuse to sign it. */
export const payTooLittleAs = async (
  { profiles }: Stage,
  wallet: WalletClient,
  asked: PaymentRequest,
): Promise<Customer> => {
  const [{ termsOf }, { buildPayment }, { signPayment }, { lookAround }, { transactionHash, readEnvelope }, account] =
    await Promise.all([
      import('@pursestrings/stellar/terms'),
      import('@pursestrings/stellar/build-payment'),
      import('@pursestrings/stellar/sign-payment'),
      import('@pursestrings/signing/look-around'),
      import('@pursestrings/stellar/envelope'),
      passingAccount(),
    ])
  const { key } = account
  const paying = await payingOf(profiles, wallet, account)
  const { facts } = await wallet.review(asked.request_id, { connection_id: asked.connection_id })
  const amount = String(Number(facts.payment.amount) - 1)
  const verdict = termsOf({ ...facts, payment: { ...facts.payment, amount } }, asked.facts_digest)
  if (paying === undefined || !verdict.ok) throw failed('This request cannot be paid.', 'Start over with: npm run dev')
  const { terms } = verdict
  await paying.fund()
  const { payer, fee } = await lookAround(paying.ledger, terms, key.address)
  if (payer === undefined) throw failed('The practice ledger gave no test funds.', 'Start it again: npm run dev')
  const unsigned = buildPayment(terms, { source: key.address, sequence: payer.sequence + 1n, fee, creates: false })
  const { passphrase } = terms
  const envelope = readEnvelope(unsigned)
  const transaction_hash = envelope && transactionHash(envelope, passphrase)
  await wallet.report(asked, { status: 'signed', transaction_hash })
  await paying.ledger.send(await signPayment(unsigned, { passphrase, account: key.address, sign: key.sign }))
  const { payment_request } = await wallet.report(asked, { status: 'broadcasted', transaction_hash })
  return { end: () => wallet.report(payment_request, { status: 'confirmed', transaction_hash }) }
}

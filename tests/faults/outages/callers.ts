/**
 * Those who call the service and what follows from it: agents that ask, people who sign in, a merchant who proves a domain, payers. Each call
 * is written down, and sent again until it is answered; whatever was promised must have come true when all is well again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { Asset, Keypair, Memo, Operation } from '@stellar/stellar-sdk/base'
import type pg from 'pg'
import { type Asking, askingOver, freshKey } from '../../../server/test/asking.ts'
import type { Answer } from '../../../server/test/call.ts'
import { newConnection } from '../../../server/test/connection.ts'
import { activeEndpoint } from '../../../server/test/deliveries.ts'
import type { Mailbox } from '../../../server/test/mailbox.ts'
import type { MerchantWeb } from '../../../server/test/merchant-web.ts'
import { newOperator } from '../../../server/test/operator.ts'
import { activate, proveHost, verifiedPayee } from '../../../server/test/payee.ts'
import type { World } from '../../../server/test/world.ts'
import type { Ledger } from '../../ledger-double/ledger.ts'
import { transactionBy } from '../../ledger-double/payer.ts'

export type What = 'create' | 'sign in' | 'prove'
export interface Tried {
  readonly what: What
  readonly began: number
  readonly ms: number
  /** The status, or 0 where none came. */
  readonly status: number
  readonly said: string
}

interface Stage {
  readonly world: World
  readonly web: MerchantWeb
  readonly mailbox: Mailbox
  readonly ledger: Ledger
  /** Ids of the events whose webhooks arrived. */
  readonly heard: ReadonlySet<string>
  /** Where webhooks go. */
  readonly hooks: string
  readonly query: <R extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<R[]>
}

export interface Callers {
  readonly tried: readonly Tried[]
  acked(): number
  /** What was promised and has not come true. */
  owed(): Promise<{ creates: number; webhooks: number; mails: number; payments: number }>
  /** Ends the calls, each with an answer. */
  stop(): Promise<void>
}

const AGENTS = 3
const EVERY_MS: Readonly<Record<What | 'pay', number>> = { create: 150, 'sign in': 700, prove: 1_000, pay: 1_500 }
const AGAIN_MS = 400
const CALL_MS_MAX = 20_000

export const startCallers = async ({ world, web, mailbox, ledger, heard, hooks, query }: Stage): Promise<Callers> => {
  const operator = await newOperator(world)
  const domain_id = await proveHost(web, operator)
  const [till, payer] = [Keypair.random(), Keypair.random()]
  for (const key of [till, payer]) ledger.fund(key.publicKey())
  const payee = await verifiedPayee(web, operator, domain_id, 'shop.test', { address: till.publicKey() })
  if ((await activate(operator, payee)).status !== 200) throw new Error('the payee was not activated')
  await activeEndpoint(operator, { url: hooks })
  const agents: Asking[] = []
  for (let i = 0; i <= AGENTS; i++) agents.push(askingOver(await newConnection(world, { operator }), payee))
  const [paying, ...asking] = agents as [Asking, ...Asking[]]

  const tried: Tried[] = []
  const promised = { creates: new Set<Uuid>(), mails: new Set<string>(), payments: new Set<Uuid>() }
  const on = { asking: true }
  const untilAnswered = async (what: What, send: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const began = performance.now()
      const late = pause(CALL_MS_MAX, 'no answer in time', { ref: false })
      const answer = await Promise.race([send(), late]).catch((error: { code?: string }) => error.code ?? 'cut')
      const [status, said] = typeof answer === 'string' ? [0, answer] : [answer.status, codeOf(answer)]
      tried.push({ what, began, ms: performance.now() - began, status, said })
      if (typeof answer !== 'string' && status < 500) return answer
      await pause(AGAIN_MS)
    }
  }
  const create = async (agent: Asking) => {
    const idempotency_key = freshKey()
    const { json } = await untilAnswered('create', () => agent.ask({ idempotency_key }))
    const request = json.payment_request
    if (request === undefined) throw new Error(`a create was refused: ${JSON.stringify(json)}`)
    promised.creates.add(uuidOf('pr', request.request_id))
    return request
  }
  const turns = async (every_ms: number, turn: (n: number) => Promise<unknown>): Promise<void> => {
    for (let n = 0; on.asking; n++) {
      await turn(n)
      await pause(every_ms)
    }
  }
  const all = [
    ...asking.map((agent) => turns(EVERY_MS.create, () => create(agent))),
    turns(EVERY_MS['sign in'], async (n) => {
      const email = `person-${n}@merchant.example`
      const path = '/v1/merchant-accounts/registrations'
      await untilAnswered('sign in', () => world.call('POST', path, { body: { email } }))
      promised.mails.add(email)
    }),
    turns(EVERY_MS.prove, async () => {
      const path = `/v1/merchant-domains/${domain_id}/verify`
      const began = performance.now()
      const { status, json } = await operator.call('POST', path)
      tried.push({ what: 'prove', began, ms: performance.now() - began, status, said: json?.error?.code ?? '' })
    }),
    turns(EVERY_MS.pay, async () => {
      const request = await create(paying)
      const pay = Operation.payment({ destination: payee.address, asset: Asset.native(), amount: '12.5' })
      const paid = transactionBy(ledger, payer, [pay], { memo: Memo.hash(request.facts_digest) })
      ledger.submit(paid.toEnvelope())
      promised.payments.add(uuidOf('pr', request.request_id))
    }),
  ]
  const failed: unknown[] = []
  const ended = Promise.all(all.map((one) => one.catch((error: unknown) => failed.push(error))))
  return {
    tried,
    acked: () => promised.creates.size,
    async owed() {
      if (failed.length > 0) throw failed[0]
      const [creates, mails, payments] = [[...promised.creates], [...promised.mails], [...promised.payments]]
      const arrived = new Set(mailbox.mails.map(({ to }) => to))
      const [kept] = await query<{ n: number }>(
        'select count(*)::int as n from payment_requests where payment_request_id = any ($1)',
        [creates],
      )
      const [observed] = await query<{ n: number }>(
        `select count(*)::int as n from settlements where payment_id = any ($1) and assurance = 'chain_observed'`,
        [payments],
      )
      const events = await query<{ event_id: Uuid }>(
        `select event_id from events where kind = 'payment_request.pending' and subject_id = any ($1)`,
        [creates],
      )
      return {
        creates: creates.length - (kept?.n ?? 0),
        webhooks: creates.length - events.filter(({ event_id }) => heard.has(idOf('evt', event_id))).length,
        mails: mails.filter((email) => !arrived.has(email)).length,
        payments: payments.length - (observed?.n ?? 0),
      }
    },
    async stop() {
      on.asking = false
      await ended
    },
  }
}

const codeOf = ({ json }: Answer): string => json?.error?.code ?? ''

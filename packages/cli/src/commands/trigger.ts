/** `trigger`: makes the real thing happen on a test service, with the agent and the test wallet of the profile. */

import { setTimeout as pause } from 'node:timers/promises'
import { type AgentClient, type PaymentRequest, type WalletClient, WEBHOOK_EVENT_TYPES } from '@countersign/sdk'
import type { Command } from 'commander'
import { connectedAgentOf, connectionOf, walletOf } from '../clients.ts'
import type { KeptPayee } from '../profile.ts'
import { addCommand, type Run, runs } from '../run.ts'
import { failed, wrongUsage } from '../stop.ts'
import { approve, fail, reject } from '../test-wallet.ts'

interface Stage {
  readonly run: Run
  readonly agent: AgentClient
  readonly wallet: WalletClient
  readonly connection_id: string
  readonly payee: KeptPayee | undefined
}

type Act = (stage: Stage) => Promise<object>

/** The shortest that the service lets a request live. */
const LIFE_MS = 61_000

const ask = async ({ agent, payee }: Stage, more: { expires_at?: string } = {}): Promise<PaymentRequest> => {
  if (!payee)
    throw failed('The profile knows no recipient.', 'Activate one: countersign recipients activate <recipient-id>')
  const { recipient_id, recipient_version_id } = payee
  const wanted = { task_ref: `trigger-${crypto.randomUUID()}`, amount: '1', recipient_id, recipient_version_id }
  return (await agent.requestPayment({ ...wanted, ...more })).payment_request
}

const input =
  (then: (wallet: WalletClient, request_id: string) => Promise<PaymentRequest>): Act =>
  async (stage) => ({ payment_request: await then(stage.wallet, (await ask(stage)).request_id) })

const expire = async (stage: Stage): Promise<PaymentRequest> => {
  const { request_id, expires_at } = await ask(stage, { expires_at: new Date(Date.now() + LIFE_MS).toISOString() })
  stage.run.output.note('This takes a minute: a request lives at least that long.')
  return stage.run.output.waiting('Waiting for it to expire', async () => {
    await pause(Date.parse(expires_at) - Date.now() + 1_000)
    const { request } = await stage.agent.paymentRequests.waitForTerminal(request_id, { timeout_ms: 30_000 })
    if (request?.status !== 'expired')
      throw failed('The request has not expired in time.', 'Watch it: countersign events follow')
    return request
  })
}

const set =
  (status: 'active' | 'paused'): Act =>
  ({ wallet, connection_id }) =>
    wallet.connections.update(connection_id, { status })

const ACTS: Readonly<Record<string, Act>> = {
  'payment_request.pending': async (stage) => ({ payment_request: await ask(stage) }),
  'payment_request.signed': input((wallet, id) => approve(wallet, id, { upto: 'signed' })),
  'payment_request.broadcasted': input((wallet, id) => approve(wallet, id, { upto: 'broadcasted' })),
  'payment_request.confirmed': input((wallet, id) => approve(wallet, id)),
  'payment_request.failed': input((wallet, id) => fail(wallet, id)),
  'payment_request.rejected': input((wallet, id) => reject(wallet, id, 'test wallet: triggered')),
  'payment_request.expired': async (stage) => ({ payment_request: await expire(stage) }),
  'payment_request.late_report': async (stage) => {
    const { request_id } = await expire(stage)
    return stage.wallet.paymentRequests.reportStatus(request_id, {
      status: 'broadcasted',
      transaction_hash: crypto.randomUUID().replaceAll('-', '').repeat(2),
    })
  },
  'connection.paused': set('paused'),
  'connection.resumed': async (stage) => {
    await set('paused')(stage)
    return set('active')(stage)
  },
  'connection.token_rotated': async ({ run, wallet, connection_id }) => {
    const { connection, connection_token } = await wallet.connections.rotateToken(connection_id)
    await run.profiles.change((now) => ({ ...now, connection: { ...now.connection, connection_id, connection_token } }))
    return { connection }
  },
}

const trigger = async (run: Run, type: string): Promise<void> => {
  const act = Object.hasOwn(ACTS, type) ? ACTS[type] : undefined
  if (!act) {
    const known = (WEBHOOK_EVENT_TYPES as readonly string[]).includes(type)
    const why = known ? `"${type}" is not made here.` : `There is no event "${type}".`
    throw wrongUsage(why, `There are ${Object.keys(ACTS).join(', ')}.`)
  }
  const profile = run.profiles.read()
  const [agent, wallet] = [connectedAgentOf(profile), walletOf(profile)]
  const { connection_id } = connectionOf(profile)
  const made = await act({ run, agent, wallet, connection_id, payee: profile.payee })
  const id = (made as { payment_request?: PaymentRequest }).payment_request?.request_id ?? connection_id
  run.output.answer({ type, ...made }, `${type}  ${id}`)
}

export const addTrigger = (program: Command): void => {
  addCommand(program, 'trigger <event-type>', 'Make an event happen, with agent and TEST wallet', [
    'trigger payment_request.confirmed',
    'trigger connection.paused',
  ])
    .addHelpText(
      'after',
      `\nEvents:\n${Object.keys(ACTS)
        .map((type) => `  ${type}`)
        .join('\n')}`,
    )
    .action(runs(trigger))
}

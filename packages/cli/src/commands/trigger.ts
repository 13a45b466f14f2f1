/** `trigger`: makes the real thing happen on a test service, with the agent and the test wallet of the profile. */

import { setTimeout as pause } from 'node:timers/promises'
import {
  type AgentClient,
  type Connection,
  type PaymentRequest,
  type Recipient,
  type WalletClient,
  WEBHOOK_EVENT_TYPES,
} from '@pursestrings/sdk'
import type { Command } from 'commander'
import { agentOf, connectedAgentOf, connectionOf, merchantOf, walletOf } from '../clients.ts'
import { activatePayee, keptPayee, verifyPayee } from '../payees.ts'
import type { KeptPayee } from '../profile.ts'
import { checkRequest } from '../request-text.ts'
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

interface Made {
  readonly payment_request?: PaymentRequest
  readonly recipient?: Recipient
  readonly connection?: Connection
}

type Act = (stage: Stage) => Promise<object>

/** The shortest that the service lets a request live. */
const LIFE_MS = 61_000

const NO_PAYEE = failed(
  'This profile has no payee yet.',
  'Activate one: pursestrings recipients activate <recipient-id>',
)

const ask = async ({ agent, payee }: Stage, more: { expires_at?: string } = {}): Promise<PaymentRequest> => {
  if (!payee) throw NO_PAYEE
  const { recipient_id, recipient_version_id } = payee
  const wanted = { task_ref: `trigger-${crypto.randomUUID()}`, amount: '1', recipient_id, recipient_version_id }
  return (await agent.requestPayment({ ...wanted, ...more })).payment_request
}

const input =
  (then: (wallet: WalletClient, request_id: string) => Promise<PaymentRequest>): Act =>
  async (stage) => ({ payment_request: await then(stage.wallet, (await ask(stage)).request_id) })

const expire = async (stage: Stage): Promise<PaymentRequest> => {
  const { request_id, expires_at } = await ask(stage, { expires_at: new Date(Date.now() + LIFE_MS).toISOString() })
  stage.run.output.note('This takes a minute: requests last at least that long.')
  return stage.run.output.waiting('Waiting for it to expire', async () => {
    await pause(Date.parse(expires_at) - Date.now() + 1_000)
    const { request } = await stage.agent.paymentRequests.waitForPaid(request_id, {
      timeout_ms: 30_000,
      accept_reported: true,
    })
    if (request?.status !== 'expired')
      throw failed("The request didn't expire in time.", 'Watch it: pursestrings events follow')
    return request
  })
}

/** The profile's connection is left as it was found: it goes on asking. */
const pauseAndResume: Act = async ({ run, wallet, connection_id }) => {
  await wallet.connections.update(connection_id, { status: 'paused' })
  run.output.note('The connection was paused, then resumed.')
  return wallet.connections.update(connection_id, { status: 'active' })
}

const SCOPES = ['payment.requests.create', 'payment.requests.read'] as const

/** A connection of its own, which is revoked in the end: the profile's stays as it is. */
const onAnother =
  (act: (wallet: WalletClient, connection_id: string) => Promise<unknown>): Act =>
  async ({ run, wallet }) => {
    const started = await agentOf(run.profiles.read()).pairing.start({ scopes: SCOPES })
    const { pairing_session, code } = started
    const approved = await wallet.pairing.approve(pairing_session.pairing_session_id, { code, scopes: SCOPES })
    const { connection_id } = approved.connection
    await act(wallet, connection_id)
    const { connection } = await wallet.connections.revoke(connection_id)
    run.output.note(`${connection_id} is now revoked.`)
    return { connection }
  }

/** The same payee once more, as a new version; the profile asks for payments to that one from then on. */
const replaceVersion: Act = async ({ run, payee }) => {
  if (!payee) throw NO_PAYEE
  const merchant = merchantOf(run.profiles.read())
  const { recipient, active_version } = await merchant.recipients.read(payee.recipient_id)
  const [domain] = (await merchant.merchantDomains.list().toArray()).filter((one) => one.status === 'verified')
  if (!active_version || !domain) throw NO_PAYEE
  const { network, asset, address, memo, contract, issuer } = active_version
  await merchant.recipients.addVersion(recipient.recipient_id, {
    network,
    asset,
    address,
    ...(memo !== null && { memo }),
    ...(contract !== null && { contract }),
    ...(issuer !== null && { issuer }),
    version: recipient.version,
  })
  await verifyPayee(merchant, recipient.recipient_id, domain.domain_id)
  const activated = await activatePayee(merchant, recipient.recipient_id)
  await run.profiles.change((now) => ({ ...now, payee: keptPayee(activated) }))
  return activated
}

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
  'connection.created': onAnother(async () => {}),
  'connection.paused': pauseAndResume,
  'connection.resumed': pauseAndResume,
  'connection.narrowed': onAnother((wallet, id) => wallet.connections.update(id, { scopes: [SCOPES[0]] })),
  'connection.revoked': onAnother(async () => {}),
  'connection.token_rotated': async ({ run, wallet, connection_id }) => {
    const { connection, connection_token } = await wallet.connections.rotateToken(connection_id)
    await run.profiles.change((now) => ({ ...now, connection: { ...now.connection, connection_id, connection_token } }))
    return { connection }
  },
  'recipient.version_activated': replaceVersion,
  'recipient.version_retired': replaceVersion,
}

const trigger = async (run: Run, type: string): Promise<void> => {
  const act = Object.hasOwn(ACTS, type) ? ACTS[type] : undefined
  if (!act) {
    const known = (WEBHOOK_EVENT_TYPES as readonly string[]).includes(type)
    const why = known ? `Can't trigger "${type}".` : `There's no event "${type}".`
    throw wrongUsage(why, `Use one of: ${Object.keys(ACTS).join(', ')}.`)
  }
  const profile = run.profiles.read()
  const [agent, wallet] = [connectedAgentOf(run.profiles), walletOf(profile)]
  const { connection_id } = connectionOf(profile)
  const made = await act({ run, agent, wallet, connection_id, payee: profile.payee })
  const { payment_request, recipient, connection } = made as Made
  const checked = payment_request && (await checkRequest(wallet, payment_request))
  const id = checked?.facts.request_id ?? recipient?.recipient_id ?? connection?.connection_id ?? connection_id
  run.output.answer({ type, ...made, ...(checked && { payment_request: checked.record }) }, `${type}  ${id}`)
}

export const addTrigger = (program: Command): void => {
  addCommand(program, 'trigger <event-type>', 'Trigger an event with the agent and TEST wallet', [
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

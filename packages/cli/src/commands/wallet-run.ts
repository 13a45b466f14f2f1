/** `wallet run`: the test wallet answers by itself, in one of four characters. Good for trying what an agent makes of it. */

import { setTimeout as pause } from 'node:timers/promises'
import {
  type AgentPayment,
  ApiError,
  FactsMismatchError,
  HitlRequiredError,
  NetworkError,
  type PaymentRequest,
  TimeoutError,
  type WalletClient,
} from '@pursestrings/sdk'
import type { Command } from 'commander'
import { walletOf } from '../clients.ts'
import { plain } from '../output.ts'
import type { ProfileStore } from '../profile-store.ts'
import { addCommand, needed, type Run, runs, untilInterrupted } from '../run.ts'
import { approve, lie, reject } from '../test-wallet.ts'
import { handOver } from '../test-wallet-evm.ts'
import { payOnLedger } from '../test-wallet-ledger.ts'
import { pay, rejectPayment } from '../test-wallet-pay.ts'

export const BEHAVIOURS = ['approve', 'reject', 'silent', 'lie'] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

const SAYS: Readonly<Record<Behaviour, string>> = {
  approve: 'approves everything and pays on the test ledger, if there is one',
  reject: 'rejects everything',
  silent: 'never answers',
  lie: 'reports payments that it never made',
}

const POLL_MS = 500

const run = async (
  { profiles, output }: Run,
  { behave, once }: { behave: Behaviour; once?: boolean },
): Promise<void> => {
  const wallet = walletOf(profiles.read())
  const interrupted = untilInterrupted()
  const seen = new Set<string>()
  output.note(`The TEST wallet ${SAYS[behave]}. ${once ? 'It stops after one request.' : 'Press Ctrl-C to stop.'}`)
  while (!interrupted.aborted) {
    try {
      await decideInvitations(wallet, behave, output)
      for (const request of await waitingAt(wallet)) {
        const { request_id, connection_id } = request
        const known = `${connection_id} ${request_id}`
        if (seen.has(known)) continue
        seen.add(known)
        const status = await answer(profiles, wallet, behave, request)
        output.line({ request_id, behave, status }, `${status.padEnd(11)}  ${request_id}`)
        if (once) return
      }
      for (const payment of await paymentsWaitingAt(wallet)) {
        const { id: agent_payment_id } = payment
        if (seen.has(agent_payment_id)) continue
        seen.add(agent_payment_id)
        const status = await answerPayment(profiles, wallet, behave, payment)
        output.line({ agent_payment_id, behave, status }, `${status.padEnd(11)}  ${agent_payment_id}`)
        if (once) return
      }
    } catch (failure) {
      if (!passes(failure)) throw failure
      output.note("Can't reach the service. Retrying.")
    }
    await pause(POLL_MS, undefined, { signal: interrupted }).catch(() => {})
  }
}

const waitingAt = async (wallet: WalletClient): Promise<readonly PaymentRequest[]> =>
  (await wallet.paymentRequests.list({ status: 'pending', limit: 100 }).page()).payment_requests.toReversed()

const paymentsWaitingAt = async (wallet: WalletClient): Promise<readonly AgentPayment[]> =>
  (await wallet.agentPayments.list({ status: 'intent_created', limit: 100 }).page()).agent_payments.toReversed()

const REJECTS = 'test wallet: rejects everything'

const answer = (
  profiles: ProfileStore,
  wallet: WalletClient,
  behave: Behaviour,
  { request_id, status }: PaymentRequest,
): Promise<string> =>
  said(async () => {
    if (behave === 'approve') {
      const asked = { kind: 'payment_request', id: request_id } as const
      if (await payOnLedger(profiles, wallet, asked)) return 'confirmed'
      if (await handOver(profiles, wallet, asked)) return 'signed'
      return (await approve(wallet, request_id)).status
    }
    if (behave === 'reject') return (await reject(wallet, request_id, REJECTS)).status
    if (behave === 'lie') return (await lie(wallet, request_id)).status
    return status
  })

/** Claimed before it is signed, as a wallet must. */
const answerPayment = (
  profiles: ProfileStore,
  wallet: WalletClient,
  behave: Behaviour,
  { id, status }: AgentPayment,
): Promise<string> =>
  said(async () => {
    if (behave === 'reject') return (await rejectPayment(wallet, id, REJECTS)).status
    return behave === 'silent' ? status : (await pay(profiles, wallet, id, { lies: behave === 'lie' })).status
  })

/** What cannot be trusted is not answered, whatever the character. */
const said = async (answered: () => Promise<string>): Promise<string> => {
  try {
    return await answered()
  } catch (failure) {
    if (failure instanceof FactsMismatchError) return 'not trusted'
    if (failure instanceof HitlRequiredError) return 'not allowed'
    // Somebody else was quicker: the user's other device, or the clock.
    if (failure instanceof ApiError && failure.status === 409) return 'too late'
    throw failure
  }
}

const decideInvitations = async (wallet: WalletClient, behave: Behaviour, output: Run['output']): Promise<void> => {
  if (behave === 'silent') return
  const { connect_invitations } = await wallet.connectInvitations.list({ limit: 100 }).page()
  for (const { connect_invitation_id: id, status, requested_scopes: scopes, source } of connect_invitations) {
    if (status !== 'pending') continue
    const decided =
      behave === 'reject' ? wallet.connectInvitations.reject(id) : wallet.connectInvitations.approve(id, { scopes })
    const { connect_invitation } = await decided
    output.line(
      { connect_invitation_id: id, behave, status: connect_invitation.status },
      `${connect_invitation.status.padEnd(11)}  ${id}  ${plain(source.agent_name)}`,
    )
  }
}

const passes = (failure: unknown): boolean =>
  failure instanceof NetworkError ||
  failure instanceof TimeoutError ||
  (failure instanceof ApiError && failure.status >= 500)

export const addWalletRun = (wallet: Command): void => {
  addCommand(wallet, 'run', 'Let the TEST wallet answer automatically', [
    'wallet run --behave approve',
    'wallet run --behave lie --once',
  ])
    .addOption(needed('--behave <how>', 'what it does').choices(BEHAVIOURS))
    .option('--once', 'stop after the first request')
    .addHelpText('after', `\nCharacters:\n${BEHAVIOURS.map((one) => `  ${one.padEnd(8)} ${SAYS[one]}`).join('\n')}`)
    .action(runs(run))
}

/** `requests`: ask for payments and learn what became of them. */
import { type AgentClient, isTerminal, type Outcome, type PaymentStatus } from '@countersign/sdk'
import { INPUTS } from '@countersign/sdk/inputs'
import { type Command, Option } from 'commander'
import { connectedAgentOf, merchantOf } from '../clients.ts'
import { EXIT } from '../exit-codes.ts'
import { takes } from '../field-option.ts'
import { fieldsText } from '../layout.ts'
import type { KeptPayee, Profile } from '../profile.ts'
import { MEANING, REQUEST_TITLES, requestFields, requestRow } from '../request-text.ts'
import { addCommand, addGroup, count, needed, type Run, runs, seconds } from '../run.ts'
import { wrongUsage } from '../stop.ts'

interface Create {
  readonly recipient?: string
  readonly recipientVersion?: string
  readonly amount: string
  readonly task: string
  readonly title?: string
  readonly expiresIn?: number
  readonly wait?: boolean
  readonly timeout: number
}

const create = async ({ profiles, output }: Run, options: Create): Promise<void> => {
  const profile = profiles.read()
  const agent = connectedAgentOf(profile)
  const { amount, task: task_ref, title, expiresIn } = options
  const input = await agent.requestPayment({
    task_ref,
    amount,
    ...(await payeeOf(profile, options)),
    ...(title !== undefined && { display: { title } }),
    ...(expiresIn !== undefined && { expires_at: new Date(Date.now() + expiresIn * 1000).toISOString() }),
  })
  const { payment_request, replayed } = input
  if (options.wait) {
    output.note(replayed ? 'Asked before, for the same task: this is that request.' : 'Asked for; not paid.')
    return watchUntil(output, agent, payment_request.request_id, options.timeout)
  }
  output.fields({ payment_request, replayed }, [
    ...requestFields(payment_request),
    ['asked', replayed ? 'before, for the same task: this is that request' : 'now'],
  ])
  if (!isTerminal(payment_request.status))
    output.note(`To wait: countersign requests watch ${payment_request.request_id}`)
}

/** Given, kept by `recipients activate`, or looked up with the operator's session. */
const payeeOf = async (
  profile: Profile,
  { recipient, recipientVersion }: Create,
): Promise<Pick<KeptPayee, 'recipient_id' | 'recipient_version_id'>> => {
  const { payee, session } = profile
  const recipient_id = recipient ?? payee?.recipient_id
  if (recipient_id === undefined) {
    throw wrongUsage('Which recipient is not known.', 'Give --recipient; countersign recipients list shows them.')
  }
  if (recipientVersion !== undefined) return { recipient_id, recipient_version_id: recipientVersion }
  if (payee?.recipient_id === recipient_id) return { recipient_id, recipient_version_id: payee.recipient_version_id }
  if (!session?.session_token) {
    throw wrongUsage(
      'Which version of the recipient is not known.',
      'Give --recipient-version, as the merchant told it, or sign in as its operator.',
    )
  }
  const { recipient: found } = await merchantOf(profile).recipients.read(recipient_id)
  if (found.active_version_id !== null) return { recipient_id, recipient_version_id: found.active_version_id }
  throw wrongUsage(
    'The recipient has no active version.',
    `Activate one: countersign recipients activate ${recipient_id}`,
  )
}

const CODES: Readonly<Record<Outcome['outcome'], number>> = {
  confirmed: EXIT.ok,
  rejected: EXIT.not_approved,
  expired: EXIT.not_approved,
  failed: EXIT.not_approved,
  unknown: EXIT.unknown,
}

/** Prints each step as it comes, then the end; what has not ended in time is unknown, and says so. */
const watchUntil = async (
  output: Run['output'],
  agent: AgentClient,
  request_id: string,
  timeout_s: number,
): Promise<void> => {
  const ended = new AbortController()
  const steps = output.json ? undefined : showSteps(agent, request_id, ended.signal)
  const waited = await agent.paymentRequests.waitForTerminal(request_id, { timeout_ms: timeout_s * 1000 })
  ended.abort()
  await steps
  const { outcome, request } = waited
  const end = outcome === 'unknown' ? `unknown after ${timeout_s} s; unknown is not failed` : outcome
  output.answer(waited, fieldsText([['outcome', end], ...(request ? requestFields(request) : [])]))
  if (outcome === 'unknown') output.note('It may still be paid. Do not ask anew: watch it again.')
  process.exitCode = CODES[outcome]
}

/** For a person; the outcome does not rest on it. */
const showSteps = async (agent: AgentClient, request_id: string, signal: AbortSignal): Promise<void> => {
  try {
    for await (const event of agent.events.follow({ since: await agent.events.latest(), signal })) {
      if (event.request_id !== request_id) continue
      process.stderr.write(
        `${event.occurred_at.slice(11, 19)}Z  ${event.status.padEnd(11)}  ${MEANING[event.status]}\n`,
      )
    }
  } catch {
    // The wait itself tells what is wrong.
  }
}

const watch = async (
  { profiles, output }: Run,
  request_id: string,
  { timeout }: { timeout: number },
): Promise<void> => {
  const agent = connectedAgentOf(profiles.read())
  const { payment_request } = await agent.paymentRequests.read(request_id)
  const { status } = payment_request
  if (!isTerminal(status)) output.note(`Now ${status}: ${MEANING[status]}.\nCtrl-C ends the watching, not the request.`)
  await watchUntil(output, agent, request_id, timeout)
}

interface List {
  readonly status?: PaymentStatus
  readonly limit: number
  readonly merchant?: boolean
}

const list = async ({ profiles, output }: Run, { status, limit, merchant }: List): Promise<void> => {
  const profile = profiles.read()
  const pages = merchant
    ? merchantOf(profile).paymentRequests.listForMerchant({ status })
    : connectedAgentOf(profile).paymentRequests.list({ status })
  const payment_requests = await pages.toArray({ limit })
  output.table({ payment_requests }, REQUEST_TITLES, payment_requests.map(requestRow))
}

const show = async ({ profiles, output }: Run, request_id: string): Promise<void> => {
  const { payment_request } = await connectedAgentOf(profiles.read()).paymentRequests.read(request_id)
  output.fields({ payment_request }, requestFields(payment_request))
}

const ASKED = INPUTS['payment_requests.create']

export const addRequests = (program: Command): void => {
  const requests = addGroup(program, 'requests', 'Ask for payments, and learn what became of them', [
    'requests create --amount 12.5 --task order-1042 --wait',
  ])
  const waits = (command: Command) => command.option('--timeout <seconds>', 'how long to wait', seconds, 300)
  waits(
    addCommand(requests, 'create', 'Ask the connected wallet for a payment; it pays nothing by itself', [
      'requests create --amount 12.5 --task order-1042',
      'requests create --amount 12.5 --task order-1042 --wait --json',
    ]),
  )
    .addOption(takes(needed('--amount <amount>', 'exact, such as 12.5'), ASKED.payment.properties.amount))
    .addOption(needed('--task <ref>', 'what it is for, the same at every try: the same task never asks twice'))
    .addOption(
      takes(
        new Option('--recipient <recipient-id>', 'the payee; the one that the profile activated last unless told'),
        ASKED.recipient_id,
      ),
    )
    .addOption(
      takes(
        new Option('--recipient-version <version-id>', 'its active version, where it cannot be looked up'),
        ASKED.recipient_version_id,
      ),
    )
    .option('--title <text>', 'what the wallet shows beside the facts, as words of the agent')
    .option('--expires-in <seconds>', 'until when the user may decide; half an hour unless told', seconds)
    .option('--wait', 'wait for the end: exit code 0 confirmed, 4 not approved, 5 not known')
    .action(runs(create))
  waits(
    addCommand(requests, 'watch <request-id>', 'Wait for the end of a request', [
      'requests watch task-1f0c… --timeout 60',
    ]),
  ).action(runs(watch))
  addCommand(requests, 'list', 'List requests of the connection, newest first', [
    'requests list --status pending',
    'requests list --merchant --limit 100 --json',
  ])
    .addOption(takes(new Option('--status <status>', 'only these'), INPUTS['payment_requests.list'].status))
    .option('--limit <count>', 'at most', count, 25)
    .option('--merchant', "all of the organization's, with the operator's session")
    .action(runs(list))
  addCommand(requests, 'show <request-id>', 'Show a request as it is now', ['requests show task-1f0c…']).action(
    runs(show),
  )
}

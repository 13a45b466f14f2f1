/** `requests`: ask for payments and learn what became of them. */
import { type AgentClient, approvalLink, type Outcome } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { connectedAgentOf, factsCheckOf, merchantOf } from '../clients.ts'
import { addRequestFilters, filtersOf, type RequestFilters, takes } from '../field-option.ts'
import { fieldsText } from '../output.ts'
import type { KeptPayee, Profile } from '../profile.ts'
import {
  approvalUrl,
  checkRequest,
  checkRequests,
  REQUEST_TITLES,
  requestFields,
  requestRow,
  stateText,
  stepText,
} from '../request-text.ts'
import { addCommand, addGroup, count, needed, type Run, runs, seconds } from '../run.ts'
import { EXIT, failed, wrongUsage } from '../stop.ts'
import { terminal } from '../terminal.ts'
import { qrText } from '../terminal-qr.ts'

interface Create {
  readonly recipient?: string
  readonly recipientVersion?: string
  readonly amount: string
  readonly task: string
  readonly replace?: boolean
  readonly title?: string
  readonly expiresIn?: number
  readonly wait?: boolean
  readonly timeout: number
  readonly acceptReported?: boolean
}

const create = async ({ profiles, output }: Run, options: Create): Promise<void> => {
  const agent = connectedAgentOf(profiles)
  const { amount, task: task_ref, title, expiresIn, replace = false } = options
  // What could not be checked afterwards is not asked for at all.
  await agent.trustedKeys()
  const input = await agent.requestPayment({
    task_ref,
    amount,
    replace,
    ...(await payeeOf(agent, profiles.read(), options)),
    ...(title !== undefined && { display: { title } }),
    ...(expiresIn !== undefined && { expires_at: new Date(Date.now() + expiresIn * 1000).toISOString() }),
  })
  const { payment_request, replayed } = input
  if (options.wait) {
    output.note(replayed ? 'Already requested for this task; showing that request.' : 'Request created, not paid yet.')
    const approval_url = approvalUrl(profiles.read(), payment_request)
    if (approval_url !== undefined) output.note(`To approve: ${approval_url}`)
    return watchUntil(output, agent, payment_request.request_id, options)
  }
  const checked = await checkRequest(agent, payment_request)
  const { record, wallet_link } = checked
  const approval_url = approvalUrl(profiles.read(), record)
  output.fields({ payment_request: record, approval_url, wallet_link, replayed }, [
    ...requestFields(checked, approval_url),
    ['created', replayed ? 'before, for the same task' : 'now'],
  ])
  if (payment_request.status === 'pending')
    output.note(`To wait: pursestrings requests watch ${payment_request.request_id}`)
}

/** Given, kept by `recipients activate`, or looked up among those that the agent can ask for. */
const payeeOf = async (
  agent: AgentClient,
  { payee }: Profile,
  { recipient, recipientVersion }: Create,
): Promise<Pick<KeptPayee, 'recipient_id' | 'recipient_version_id'>> => {
  const recipient_id = recipient ?? payee?.recipient_id
  if (recipient_id === undefined) {
    throw wrongUsage('No payee given.', 'Add --recipient; pursestrings requests payees lists them.')
  }
  if (recipientVersion !== undefined) return { recipient_id, recipient_version_id: recipientVersion }
  if (payee?.recipient_id === recipient_id) return { recipient_id, recipient_version_id: payee.recipient_version_id }
  for await (const one of agent.connections.listRecipients()) {
    if (one.recipient_id === recipient_id) return { recipient_id, recipient_version_id: one.active_version_id }
  }
  throw wrongUsage('No active payee has that ID.', 'pursestrings requests payees lists the active ones.')
}

const CODES: Readonly<Record<Outcome['outcome'], number>> = {
  paid: EXIT.ok,
  unpaid: EXIT.not_approved,
  rejected: EXIT.not_approved,
  expired: EXIT.not_approved,
  canceled: EXIT.not_approved,
  failed: EXIT.not_approved,
  disputed: EXIT.not_proven,
  reported: EXIT.not_proven,
  still_waiting: EXIT.unknown,
}

interface Wait {
  readonly timeout: number
  readonly acceptReported?: boolean
}

/** Prints each step as it comes, then the end; what has not ended in time still waits, and says so. */
const watchUntil = async (
  output: Run['output'],
  agent: AgentClient,
  request_id: string,
  { timeout, acceptReported: accept_reported = false }: Wait,
): Promise<void> => {
  const ended = new AbortController()
  const steps = output.json ? undefined : showSteps(agent, request_id, ended.signal)
  const wait = { timeout_ms: timeout * 1000, accept_reported }
  const { outcome, request } = await agent.paymentRequests.waitForPaid(request_id, wait)
  ended.abort()
  await steps
  const end = outcome === 'still_waiting' ? `still waiting after ${timeout} s` : outcome
  const checked = request && (await checkRequest(agent, request, request_id))
  const shown = { outcome, request: checked?.record }
  output.answer(shown, fieldsText([['outcome', end], ...(checked ? requestFields(checked) : [])]))
  if (outcome === 'still_waiting') output.note("It may still be paid. Keep watching; don't create another.")
  if (outcome === 'reported') output.note("Only the wallet says so; the ledger doesn't show it.")
  terminal().exitCode = outcome === 'reported' && accept_reported ? EXIT.ok : CODES[outcome]
}

/** For a person; the outcome does not rest on it. */
const showSteps = async (agent: AgentClient, request_id: string, signal: AbortSignal): Promise<void> => {
  try {
    for await (const event of agent.events.follow({ since: await agent.events.latest(), signal })) {
      if (event.request_id !== request_id) continue
      terminal().stderr.write(`${event.occurred_at.slice(11, 19)}Z  ${stepText(event)}\n`)
    }
  } catch {
    // The wait itself tells what is wrong.
  }
}

const watch = async ({ profiles, output }: Run, request_id: string, options: Wait): Promise<void> => {
  const agent = connectedAgentOf(profiles)
  const { payment_request } = await agent.paymentRequests.read(request_id)
  output.note(`Now ${stateText(payment_request)}.\nCtrl-C stops watching.`)
  await watchUntil(output, agent, request_id, options)
}

interface List extends RequestFilters {
  readonly limit: number
  readonly merchant?: boolean
}

const list = async ({ profiles, output }: Run, { limit, merchant, status, ...options }: List): Promise<void> => {
  const profile = profiles.read()
  const filters = filtersOf(options)
  const asMerchant = merchant || Object.values(filters).some((value) => value !== undefined)
  const agent = asMerchant ? undefined : connectedAgentOf(profiles)
  const pages = agent
    ? agent.paymentRequests.list({ status })
    : merchantOf(profile).paymentRequests.list({ status, ...filters })
  const checked = await checkRequests(agent ?? factsCheckOf(profile), await pages.toArray({ limit }))
  const payment_requests = checked.map(({ record }) => record)
  output.table({ payment_requests }, REQUEST_TITLES, checked.map(requestRow))
}

interface Show {
  readonly merchant?: boolean
  readonly connection?: string
}

const show = async ({ profiles, output }: Run, request_id: string, { merchant, connection }: Show): Promise<void> => {
  const profile = profiles.read()
  const agent = merchant ? undefined : connectedAgentOf(profiles)
  const { payment_request } = agent
    ? await agent.paymentRequests.read(request_id)
    : await merchantOf(profile).paymentRequests.read(request_id, { connection_id: connection })
  const checked = await checkRequest(agent ?? factsCheckOf(profile), payment_request, request_id)
  const approval_url = agent && approvalUrl(profile, checked.record)
  const shown = { payment_request: checked.record, approval_url, wallet_link: checked.wallet_link }
  output.fields(shown, requestFields(checked, approval_url))
}

/** Where the person approves; where the request has ended, the link shows how. */
const link = async ({ profiles, output }: Run, request_id: string): Promise<void> => {
  const { payment_request } = await connectedAgentOf(profiles).paymentRequests.read(request_id)
  const { wallet_url } = profiles.read()
  if (wallet_url === undefined)
    throw failed(
      'This profile knows no address of a wallet.',
      "Save the one that the service's operator publishes: pursestrings init --wallet-url <url>",
    )
  const approval_url = approvalLink(wallet_url, request_id)
  output.answer({ request_id, approval_url }, approval_url)
  if (terminal().stdout.isTTY) output.note(`\n${qrText(approval_url)}\n`)
  output.note(
    payment_request.status === 'pending'
      ? 'Whoever has the connected wallet can approve or reject there. It tells nobody else anything.'
      : `That request isn't waiting: ${stateText(payment_request)}. The link shows that to whoever has the wallet.`,
  )
}

const cancel = async ({ profiles, output }: Run, request_id: string): Promise<void> => {
  const agent = connectedAgentOf(profiles)
  const { payment_request } = await agent.paymentRequests.cancel(request_id)
  const checked = await checkRequest(agent, payment_request, request_id)
  output.fields({ payment_request: checked.record }, requestFields(checked))
}

const payees = async ({ profiles, output }: Run): Promise<void> => {
  const recipients = await connectedAgentOf(profiles).connections.listRecipients().toArray({ limit: 100 })
  output.table(
    { recipients },
    ['RECIPIENT', 'PAYEE', 'DOMAIN', 'ASSET', 'NETWORK'],
    recipients.map((one) => [one.recipient_id, one.name, one.domain, one.asset, one.network]),
  )
}

const FILTERS = INPUTS['payment_requests.list']
const ASKED = INPUTS['payment_requests.create']

export const addRequests = (program: Command): void => {
  const requests = addGroup(program, 'requests', 'Request payments and follow them', [
    'requests create --amount 12.5 --task order-1042 --wait',
  ])
  const waits = (command: Command) =>
    command
      .option('--timeout <seconds>', 'how long to wait', seconds, 300)
      .option('--accept-reported', "take the wallet's word: end without the ledger, with exit code 0 for reported")
  waits(
    addCommand(requests, 'create', 'Request a payment from the connected wallet', [
      'requests create --amount 12.5 --task order-1042',
      'requests create --amount 12.5 --task order-1042 --wait --json',
    ]),
  )
    .addOption(takes(needed('--amount <amount>', 'such as 12.5'), ASKED.payment.properties.amount))
    .addOption(needed('--task <ref>', 'your name for the purchase; reuse it to retry safely'))
    .addOption(
      takes(new Option('--recipient <recipient-id>', 'payee (default: last one activated)'), ASKED.recipient_id),
    )
    .addOption(
      takes(
        new Option('--recipient-version <version-id>', 'its active version (default: looked up)'),
        ASKED.recipient_version_id,
      ),
    )
    .option('--replace', 'cancel the pending request for this task and create a new one')
    .option('--title <text>', "the agent's own words, shown in the wallet")
    .option('--expires-in <seconds>', 'time to decide (default: 30 minutes)', seconds)
    .option('--wait', 'wait for the ledger: exit code 0 paid, 4 not paid, 5 still waiting, 6 not proven')
    .action(runs(create))
  waits(
    addCommand(requests, 'watch <request-id>', 'Wait until the ledger shows what became of a request', [
      'requests watch task-1f0c… --timeout 60',
    ]),
  ).action(runs(watch))
  addRequestFilters(
    addCommand(requests, 'list', 'List requests, newest first', [
      'requests list --status pending',
      'requests list --merchant --limit 100 --json',
      'requests list --task order-1042 --status pending,signed',
    ]),
  )
    .option('--limit <count>', 'maximum to show', count, 25)
    .option('--merchant', "the whole organization's; implied by every filter except --status")
    .action(runs(list))
  addCommand(requests, 'payees', 'List payees you can request payments for', ['requests payees']).action(runs(payees))
  addCommand(requests, 'show <request-id>', 'Show a request as it is now', [
    'requests show task-1f0c…',
    'requests show task-1f0c… --merchant',
  ])
    .option('--merchant', 'any request of the organization, with its history')
    .addOption(
      takes(
        new Option('--connection <connection-id>', 'with --merchant, if two connections use the same ID'),
        FILTERS.connection_id,
      ),
    )
    .action(runs(show))
  addCommand(requests, 'link <request-id>', 'Show where the person approves it: a link and a QR code', [
    'requests link task-1f0c…',
    'requests link task-1f0c… --json',
  ]).action(runs(link))
  addCommand(requests, 'cancel <request-id>', 'Cancel a pending request', ['requests cancel task-1f0c…']).action(
    runs(cancel),
  )
}

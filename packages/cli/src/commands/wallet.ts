/** `wallet`: a scriptable wallet for tests, so that the whole way can be walked on one machine. */
import { createWalletClient } from '@countersign/sdk'
import { INPUTS } from '@countersign/sdk/inputs'
import { type Command, Option } from 'commander'
import { walletOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { REQUEST_TITLES, requestFields, requestRow } from '../request-text.ts'
import { addCommand, addGroup, type Run, runs } from '../run.ts'
import { wrongUsage } from '../stop.ts'
import { approve, NO_LEDGER, reject, WAY_ENDS, type WayEnd } from '../test-wallet.ts'
import { addWalletDecisions } from './wallet-decisions.ts'
import { addWalletRun } from './wallet-run.ts'
import { addWalletStanding } from './wallet-standing.ts'

const register = async (
  { profiles, output }: Run,
  { name, replace }: { name: string; replace?: boolean },
): Promise<void> => {
  const { base_url, wallet: kept } = profiles.read()
  if (kept && !replace) {
    throw wrongUsage(`The profile has the test wallet ${kept.device_id} already.`, 'Use it, or give --replace.')
  }
  const { device, token } = await createWalletClient({ base_url }).devices.register({ name, platform: 'other' })
  await profiles.change((now) => ({ ...now, wallet: { device_id: device.device_id, token } }))
  output.fields({ device }, [
    ['test wallet', `${device.name} (${device.device_id})`],
    ['profile', `${profiles.name} has its token`],
  ])
  output.note('Then: countersign wallet connect-key')
}

const connectKey = async ({ profiles, output }: Run): Promise<void> => {
  const { connect_key } = await walletOf(profiles.read()).connectKeys.issue()
  output.fields({ connect_key }, [
    ['connect key', connect_key.key],
    ['good until', `${connect_key.expires_at}, for one use`],
  ])
  output.note(`For the agent: countersign connect ${connect_key.key}`)
}

const inbox = async ({ profiles, output }: Run, { all }: { all?: boolean }): Promise<void> => {
  const wallet = walletOf(profiles.read())
  const payment_requests = await wallet.paymentRequests.list(all ? {} : { status: 'pending' }).toArray({ limit: 100 })
  output.table({ payment_requests }, REQUEST_TITLES, payment_requests.map(requestRow))
}

interface Approve {
  readonly upto: WayEnd
  readonly transactionHash?: string
}

const approveOne = async ({ profiles, output }: Run, request_id: string, options: Approve): Promise<void> => {
  const wallet = walletOf(profiles.read())
  const { upto, transactionHash } = options
  const payment_request = await approve(wallet, request_id, { upto, transaction_hash: transactionHash })
  output.fields({ payment_request, facts_verified: true }, [...requestFields(payment_request), ['checked', CHECKED]])
  if (transactionHash === undefined && upto !== 'signed') output.note(`Note: ${NO_LEDGER}.`)
}

const CHECKED = "the facts are those that the service's key signed"

const rejectOne = async (
  { profiles, output }: Run,
  request_id: string,
  { reason }: { reason?: string },
): Promise<void> => {
  const payment_request = await reject(walletOf(profiles.read()), request_id, reason)
  output.fields({ payment_request, facts_verified: true }, [...requestFields(payment_request), ['checked', CHECKED]])
}

const REPORTED = INPUTS['payment_requests.report_status']

export const addWallet = (program: Command): void => {
  const wallet = addGroup(program, 'wallet', 'A TEST wallet: it answers requests, and touches no ledger', [
    'wallet register',
    'wallet approve task-1f0c…',
  ])
  addCommand(wallet, 'register', 'Register a TEST wallet for the profile', ['wallet register --name "Test phone"'])
    .addOption(
      takes(new Option('--name <name>', 'as its user knows it'), INPUTS['devices.register'].name).default(
        'Test wallet',
      ),
    )
    .option('--replace', 'in place of the one that the profile has')
    .action(runs(register))
  addCommand(wallet, 'connect-key', 'Issue a Connect Key, to hand to an agent', ['wallet connect-key --json']).action(
    runs(connectKey),
  )
  addCommand(wallet, 'inbox', 'List what the TEST wallet is asked for', ['wallet inbox', 'wallet inbox --all'])
    .option('--all', 'what was answered, too')
    .action(runs(inbox))
  addCommand(wallet, 'approve <request-id>', 'Check a request, and report it as approved, sent and confirmed', [
    'wallet approve task-1f0c…',
    'wallet approve task-1f0c… --upto signed',
  ])
    .addOption(new Option('--upto <status>', 'how far to report').choices(WAY_ENDS).default('confirmed'))
    .addOption(
      takes(
        new Option('--transaction-hash <hash>', 'of a transaction that you sent yourself (default: made up)'),
        REPORTED.transaction_hash,
      ),
    )
    .action(runs(approveOne))
  addCommand(wallet, 'reject <request-id>', 'Check a request, and report it as rejected', [
    'wallet reject task-1f0c… --reason "not mine"',
  ])
    .addOption(takes(new Option('--reason <text>', 'what the agent is told'), REPORTED.reason))
    .action(runs(rejectOne))
  addWalletDecisions(wallet)
  addWalletStanding(wallet)
  addWalletRun(wallet)
}

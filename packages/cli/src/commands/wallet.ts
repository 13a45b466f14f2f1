/** `wallet`: a scriptable wallet for tests, so that the whole way can be walked on one machine. */
import type { Device, PaymentRequest, WalletClient } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { walletOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { checkRequest, checkRequests, REQUEST_TITLES, requestFields, requestRow } from '../request-text.ts'
import { addCommand, addGroup, type Run, runs } from '../run.ts'
import { wrongUsage } from '../stop.ts'
import { terminal } from '../terminal.ts'
import { qrText } from '../terminal-qr.ts'
import { approve, NO_LEDGER, registerTestWallet, reject, WAY_ENDS, type WayEnd } from '../test-wallet.ts'
import { handOver } from '../test-wallet-evm.ts'
import { payOnLedger, seenByLedger } from '../test-wallet-ledger.ts'
import { addWalletRun } from './wallet-run.ts'
import { addWalletDecisions, addWalletStanding } from './wallet-standing.ts'

// `wallet devices`: the devices of one person, linked by a code.

const list = async ({ profiles, output }: Run): Promise<void> => {
  const wallet = walletOf(profiles.read())
  const { devices } = await wallet.devices.readCurrent()
  const mark = ({ device_id }: Device): string => (device_id === wallet.device_id ? 'this one' : '')
  output.table(
    { devices },
    ['DEVICE', 'NAME', 'LINKED', ''],
    devices.map((one) => [one.device_id, one.name, one.linked_at ?? 'first device', mark(one)]),
  )
}

const showCode = async ({ profiles, output }: Run): Promise<void> => {
  const shown = await walletOf(profiles.read()).showLinkCode()
  output.fields({ ...shown }, [
    ['link code', shown.code],
    ['address', shown.link_uri],
    ['expires', `${shown.expires_at}, or after one use`],
  ])
  if (terminal().stdout.isTTY) output.note(qrText(shown.link_uri))
  output.note('Whoever uses it can answer everything in this wallet. On the other device:')
  output.note(`  pursestrings wallet devices link ${shown.code}`)
}

const link = async ({ profiles, output }: Run, code: string): Promise<void> => {
  const { device } = await walletOf(profiles.read()).useLinkCode(code)
  output.fields({ device }, [
    ['device', `${device.name} (${device.device_id})`],
    ['linked', device.linked_at ?? ''],
  ])
}

const revoke = async ({ profiles, output }: Run, device_id: string): Promise<void> => {
  const { device, connections_ended } = await walletOf(profiles.read()).devices.revoke(device_id)
  output.fields({ device, connections_ended }, [
    ['device', `${device.name} (${device.device_id})`],
    ['removed', device.revoked_at ?? ''],
    ['connections', connections_ended === 0 ? 'go on with the other devices' : `${connections_ended} ended`],
  ])
}

const DEVICE = 'dev_01k0000000e008000000000000'

const addWalletDevices = (wallet: Command): void => {
  const devices = addGroup(wallet, 'devices', 'Devices linked to the TEST wallet', ['wallet devices list'])
  addCommand(devices, 'list', 'List them', ['wallet devices list']).action(runs(list))
  addCommand(devices, 'link-code', 'Show a code that links another device', ['wallet devices link-code']).action(
    runs(showCode),
  )
  addCommand(devices, 'link <code>', 'Link this device to the wallet that shows the code', [
    'wallet devices link 0Z77-G2M9-QXC0-4TNK-V8E9',
  ]).action(runs(link))
  addCommand(devices, 'revoke <device-id>', 'Remove a linked device', [`wallet devices revoke ${DEVICE}`]).action(
    runs(revoke),
  )
}

const register = async (
  { profiles, output }: Run,
  { name, replace }: { name: string; replace?: boolean },
): Promise<void> => {
  const { base_url, wallet: kept } = profiles.read()
  if (kept && !replace) {
    throw wrongUsage(`The profile already has the test wallet ${kept.device_id}.`, 'Use it, or add --replace.')
  }
  const { device, wallet } = await registerTestWallet(base_url, { name, platform: 'other' })
  await profiles.change((now) => ({ ...now, wallet }))
  output.fields({ device }, [
    ['test wallet', `${device.name} (${device.device_id})`],
    ['profile', `${profiles.name}, with its token and its signing key`],
  ])
  output.note('Then: pursestrings wallet connect-key')
}

const connectKey = async ({ profiles, output }: Run): Promise<void> => {
  const { connect_key } = await walletOf(profiles.read()).connectKeys.issue()
  output.fields({ connect_key }, [
    ['connect key', connect_key.key],
    ['expires', `${connect_key.expires_at}, or after one use`],
  ])
  output.note(`Next, as the agent: pursestrings connect ${connect_key.key}`)
}

const inbox = async ({ profiles, output }: Run, { all }: { all?: boolean }): Promise<void> => {
  const wallet = walletOf(profiles.read())
  const listed = await wallet.paymentRequests.list(all ? {} : { status: 'pending' }).toArray({ limit: 100 })
  const checked = await checkRequests(wallet, listed)
  const payment_requests = checked.map(({ record }) => record)
  output.table({ payment_requests }, REQUEST_TITLES, checked.map(requestRow))
}

const showOne = async ({ profiles, output }: Run, request_id: string): Promise<void> => {
  const wallet = walletOf(profiles.read())
  const { payment_request } = await wallet.paymentRequests.read(request_id)
  await showAnswered(output, wallet, request_id, payment_request)
}

interface Approve {
  readonly upto: WayEnd
  readonly transactionHash?: string
  readonly unsignedTransaction?: string
  readonly handoffShown?: boolean
}

const approveOne = async ({ profiles, output }: Run, request_id: string, options: Approve): Promise<void> => {
  const wallet = walletOf(profiles.read())
  const { upto, transactionHash, unsignedTransaction, handoffShown } = options
  const elsewhere = transactionHash !== undefined || unsignedTransaction !== undefined
  const pays = upto === 'confirmed' && !elsewhere && !handoffShown
  const asked = { kind: 'payment_request', id: request_id } as const
  const paid = pays && (await payOnLedger(profiles, wallet, asked))
  if (pays && !paid && (await handOver(profiles, wallet, asked))) {
    const { payment_request } = await wallet.paymentRequests.read(request_id)
    await showAnswered(output, wallet, request_id, payment_request)
    return output.note('Note: approved and handed over. Nothing is paid until the agent uses it.')
  }
  const payment_request = paid
    ? await seenByLedger(async () => (await wallet.paymentRequests.read(request_id)).payment_request)
    : await approve(wallet, request_id, {
        upto,
        transaction_hash: transactionHash,
        unsigned_transaction: unsignedTransaction,
        handoff_shown: handoffShown,
      })
  await showAnswered(output, wallet, request_id, payment_request)
  if (!paid && transactionHash === undefined && upto !== 'signed') output.note(`Note: ${NO_LEDGER}.`)
}

const CHECKED = "the facts match the service's signature"

/** The answer to a report is checked as well: what is shown is what was signed. */
const showAnswered = async (
  output: Run['output'],
  wallet: WalletClient,
  request_id: string,
  answered: PaymentRequest,
): Promise<void> => {
  const checked = await checkRequest(wallet, answered, request_id)
  const record = { payment_request: checked.record, facts_verified: true }
  output.fields(record, [...requestFields(checked), ['checked', CHECKED]])
}

const rejectOne = async (
  { profiles, output }: Run,
  request_id: string,
  { reason }: { reason?: string },
): Promise<void> => {
  const wallet = walletOf(profiles.read())
  await showAnswered(output, wallet, request_id, await reject(wallet, request_id, reason))
}

const REPORTED = INPUTS['payment_requests.report_status']

export const addWallet = (program: Command): void => {
  const wallet = addGroup(program, 'wallet', 'A TEST wallet, for test networks only', [
    'wallet register',
    'wallet approve task-1f0c…',
  ])
  addCommand(wallet, 'register', 'Register a TEST wallet for the profile', ['wallet register --name "Test phone"'])
    .addOption(
      takes(new Option('--name <name>', 'name of the wallet'), INPUTS['devices.register'].name).default('Test wallet'),
    )
    .option('--replace', "replace the profile's wallet")
    .action(runs(register))
  addCommand(wallet, 'connect-key', 'Create a Connect Key for an agent', ['wallet connect-key --json']).action(
    runs(connectKey),
  )
  addCommand(wallet, 'inbox', 'List requests to the TEST wallet', ['wallet inbox', 'wallet inbox --all'])
    .option('--all', 'include answered requests')
    .action(runs(inbox))
  addCommand(wallet, 'show <request-id>', 'Check a request and show it', ['wallet show task-1f0c…']).action(
    runs(showOne),
  )
  addCommand(wallet, 'approve <request-id>', 'Check a request, pay it on the test ledger, and report it', [
    'wallet approve task-1f0c…',
    'wallet approve task-1f0c… --upto signed',
  ])
    .addOption(new Option('--upto <status>', 'how far to report').choices(WAY_ENDS).default('confirmed'))
    .addOption(
      takes(
        new Option('--transaction-hash <hash>', 'a transaction you sent (default: a fake hash)'),
        REPORTED.transaction_hash,
      ),
    )
    .addOption(
      takes(
        new Option('--unsigned-transaction <base64>', 'XDR for the service to check'),
        REPORTED.unsigned_transaction,
      ),
    )
    .option('--handoff-shown', 'report that another wallet saw it too')
    .action(runs(approveOne))
  addCommand(wallet, 'reject <request-id>', 'Check a request and reject it', [
    'wallet reject task-1f0c… --reason "not mine"',
  ])
    .addOption(takes(new Option('--reason <text>', 'reason for the agent'), REPORTED.reason))
    .action(runs(rejectOne))
  addWalletDecisions(wallet)
  addWalletStanding(wallet)
  addWalletDevices(wallet)
  addWalletRun(wallet)
}

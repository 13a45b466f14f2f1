/** `payee`: is a payee on public record, checked against the policy that you pinned; and the file that makes one payable. */
import { INPUTS } from '@pursestrings/sdk/inputs'
import {
  type LogMemory,
  type PayeeClaim,
  type PayeeOutcome,
  type PayeeRecord,
  verifyPayee,
} from '@pursestrings/sdk/verify'
import { type Command, Option } from 'commander'
import { takes } from '../field-option.ts'
import { publishPayees } from '../listing-file.ts'
import { addressOf, fetchedJson, keepFile, readJsonFile, readPinned } from '../log-files.ts'
import { addCommand, addGroup, needed, type Run, runs } from '../run.ts'
import { failed } from '../stop.ts'
import { terminal } from '../terminal.ts'

/** What `payee verify` ends with: the worst of its payees. */
const EXIT_CODES = { on_record: 0, pending: 14, not_on_record: 10, unwitnessed: 12, split_view: 11 } as const

interface Verify {
  readonly policy: string
  readonly state?: string
}

type Serving = PayeeClaim['payment'] & {
  readonly recipient_version_id: string
  readonly number: number
  readonly since: string
  readonly changed_at: string | null
}

interface Found {
  readonly recipient_id: string
  readonly name: string
  readonly domain: string
  readonly serving: Serving | null
}

const find = async (service: string, wanted: string): Promise<readonly Found[]> => {
  if (wanted.startsWith('rcp_')) {
    const found = await fetchedJson<{ payee: Found }>(`${service}/v1/payees/${encodeURIComponent(wanted)}`)
    return found ? [found.payee] : []
  }
  const listed = await fetchedJson<{ payees: readonly Found[] }>(
    `${service}/v1/payees?domain=${encodeURIComponent(wanted)}`,
  )
  return listed?.payees ?? []
}

const memoryOf = (service: string, file: string | undefined): LogMemory => {
  const kept = ((file !== undefined && readJsonFile(file)) || {}) as Record<string, string>
  return {
    read: async (origin) => kept[origin],
    write: async (origin, checkpoint) => {
      kept[origin] = checkpoint
      if (file !== undefined) keepFile(file, JSON.stringify(kept))
    },
    prove: async (from, to) => {
      const url = `${service}/v1/log/proof?from=${from}&size=${to}`
      return (await fetchedJson<{ consistency: { hashes: readonly string[] } }>(url))?.consistency.hashes ?? []
    },
  }
}

const verify = async ({ output }: Run, wanted: string, { policy: file, state }: Verify): Promise<void> => {
  const pinned = await readPinned(file)
  const { service } = addressOf(pinned)
  const payees = (await find(service, wanted)).filter((one) => one.serving !== null)
  if (payees.length === 0) throw failed(`No payee of ${wanted} can be paid now.`, 'Check the id or the domain.')
  const memory = memoryOf(service, state)
  const checked: { readonly payee: Found; readonly outcome: PayeeOutcome }[] = []
  for (const payee of payees) {
    const { recipient_id, name, domain } = payee
    const { recipient_version_id, number: _n, since: _s, changed_at: _c, ...payment } = payee.serving as Serving
    const path = `/v1/payees/${recipient_id}/versions/${recipient_version_id}/record?name=${encodeURIComponent(name)}`
    const record = (await fetchedJson<PayeeRecord>(service + path)) ?? null
    const claim = { recipient_id, recipient_version_id, payee: { name, domain }, payment }
    checked.push({ payee, outcome: await verifyPayee(claim, record, pinned.policy, memory) })
  }
  output.table(
    { payees: checked.map(({ payee, outcome }) => ({ ...payee, ...outcome })) },
    ['PAYEE', 'NAME', 'ADDRESS', 'FOUND'],
    checked.map(({ payee, outcome }) => [
      payee.recipient_id,
      `${payee.name} (${payee.domain})`,
      payee.serving?.to,
      outcome.outcome === 'on_record'
        ? `on public record since ${outcome.since}`
        : `${outcome.outcome.replaceAll('_', ' ')}${'reason' in outcome ? `: ${outcome.reason}` : ''}`,
    ]),
  )
  terminal().exitCode = Math.max(...checked.map(({ outcome }) => EXIT_CODES[outcome.outcome]))
}

const LISTED = INPUTS['payees.resolve']

export const addPayee = (program: Command): void => {
  const payee = addGroup(program, 'payee', 'Payees on public record or on their domain, for anybody', [
    'payee verify shop.example --policy p.txt',
    'payee publish --address G…',
  ]).alias('payees')
  addCommand(payee, 'publish', 'Write the file by which your domain lists an address', [
    'payee publish --address G… > svc-recipients.json',
    'payee publish --address G… --memo 7 --file svc-recipients.json',
    'payee publish --x402 routes.json --file svc-recipients.json',
  ])
    .addOption(takes(new Option('--address <address>', 'address on the network'), LISTED.address))
    .addOption(
      new Option('--x402 <file>', 'the routes of an x402 server, as JSON: lists every address that they are paid to'),
    )
    .addOption(takes(new Option('--network <network>', 'the ledger'), LISTED.network).default('stellar_testnet'))
    .addOption(takes(new Option('--asset <asset>', 'what is paid'), LISTED.asset).default('XLM'))
    .addOption(takes(new Option('--memo <memo>', 'memo for every payment'), LISTED.memo))
    .addOption(takes(new Option('--contract <contract>', 'of a token'), LISTED.contract))
    .addOption(takes(new Option('--issuer <issuer>', 'of an asset'), LISTED.issuer))
    .addOption(new Option('--file <file>', 'add it to this file instead of printing one'))
    .action(runs(publishPayees))
  addCommand(payee, 'verify <payee>', 'Check a payee against the public log', [
    'payee verify rcp_01k0… --policy p.txt',
    'payee verify shop.example --policy p.txt --state heads.json',
  ])
    .addOption(needed('--policy <file>', 'policy that you pinned: keys and quorum'))
    .addOption(new Option('--state <file>', 'remember the log, to notice another one later'))
    .addHelpText(
      'after',
      `
The payee is an id, or a domain with all of its payees.

Exit codes:
  0   on public record
  10  not on record: don't pay
  11  split view: another log than before; keep both heads
  12  too few witnesses saw the log
  14  activated within the last minute: try again`,
    )
    .action(runs(verify))
}

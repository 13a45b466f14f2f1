/** `receipt`: what a saved receipt proves, checked here, offline unless asked otherwise. */
import { existsSync, readFileSync } from 'node:fs'
import {
  bindingSentence,
  MISSING_MARKS,
  RECEIPT_LEVELS,
  readCompromisedKeys,
  verifyReceipt,
} from '@pursestrings/sdk/verify'
import { type Command, Option } from 'commander'
import { addressOf, fetched, readPinned } from '../log-files.ts'
import { addCommand, addGroup, needed, type Run, runs } from '../run.ts'
import { failed, wrongUsage } from '../stop.ts'
import { terminal } from '../terminal.ts'

const BROKEN = 10

interface Options {
  readonly policy: string
  readonly online?: boolean
}

/** From the log itself, at the address that the policy names. */
const compromisedIn = (pinned: Awaited<ReturnType<typeof readPinned>>) => {
  const { log } = addressOf(pinned)
  return readCompromisedKeys(pinned.text, (path) => fetched(`${log}/${path}`)).catch((error: Error) => {
    throw failed(`The log can't be read: ${error.message}`, 'Try again later, or check offline without --online.')
  })
}

const verify = async ({ output }: Run, file: string, options: Options): Promise<void> => {
  const pinned = await readPinned(options.policy)
  if (!existsSync(file)) throw wrongUsage(`There is no file ${file}.`, 'Give the file that you saved.')
  const compromised = options.online ? { compromised: await compromisedIn(pinned) } : {}
  const verdict = await verifyReceipt(readFileSync(file, 'utf8'), pinned.policy, compromised)
  const { level, facts, missing, withheld, reason, decision, decided_by, device_kid, transaction_hash } = verdict
  const { simulated, listing } = verdict
  const binding = bindingSentence(verdict)
  output.fields(verdict, [
    ['level', RECEIPT_LEVELS[level]],
    ...(reason === undefined ? [] : [['reason', reason] as const]),
    ...(facts
      ? ([
          ['payment', `${facts.payment.amount} ${facts.payment.asset} to ${facts.payee.name} (${facts.payee.domain})`],
          ['address', facts.payment.to],
          ['request', facts.request_id],
        ] as const)
      : []),
    ...(listing
      ? [['listed', `by ${listing.domain} (${listing.location}), as the service saw at ${listing.seen_at}`] as const]
      : []),
    ...(decision === undefined
      ? []
      : [['wallet', `${decision} by a ${decided_by}, with the key ${device_kid}`] as const]),
    ...(transaction_hash === undefined ? [] : [['transaction', transaction_hash] as const]),
    ...(binding === undefined ? [] : [[verdict.bound_by ? 'bound' : 'not bound', binding] as const]),
    ...(simulated ? [['note', 'On a practice ledger: no money moved.'] as const] : []),
    ...(level === 'broken' ? [] : missing.map((mark) => [`no ${mark}`, MISSING_MARKS[mark]] as const)),
    ...(withheld.length === 0 ? [] : [['withheld', withheld.join(', ')] as const]),
  ])
  if (level === 'broken') terminal().exitCode = BROKEN
}

export const addReceipt = (program: Command): void => {
  const receipt = addGroup(program, 'receipt', 'Receipts of payments, for anybody', [
    'receipt verify receipt.json --policy p.txt',
  ])
  addCommand(receipt, 'verify <file>', 'Check offline what a receipt proves', [
    'receipt verify receipt.json --policy p.txt',
  ])
    .addOption(needed('--policy <file>', 'policy that you pinned: keys and quorum'))
    .addOption(new Option('--online', 'ask the log whether a key was reported stolen'))
    .addHelpText('after', '\nExit codes:\n  0   it holds; "level" says what it proves\n  10  it is broken')
    .action(runs(verify))
}

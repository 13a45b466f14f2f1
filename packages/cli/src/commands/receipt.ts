/** `receipt`: what a saved receipt proves, checked here and offline. */
import { existsSync, readFileSync } from 'node:fs'
import { MISSING_MARKS, RECEIPT_LEVELS, verifyReceipt } from '@countersign/sdk/verify'
import type { Command } from 'commander'
import { readPinned } from '../log-files.ts'
import { addCommand, addGroup, needed, type Run, runs } from '../run.ts'
import { wrongUsage } from '../stop.ts'

const BROKEN = 10

const verify = async ({ output }: Run, file: string, options: { policy: string }): Promise<void> => {
  const { policy } = await readPinned(options.policy)
  if (!existsSync(file)) throw wrongUsage(`There is no file ${file}.`, 'Give the file that you saved.')
  const verdict = await verifyReceipt(readFileSync(file, 'utf8'), policy)
  const { level, facts, missing, withheld, reason, decision, device_kid, transaction_hash, simulated } = verdict
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
    ...(decision === undefined ? [] : [['wallet', `${decision}, by the key ${device_kid}`] as const]),
    ...(transaction_hash === undefined ? [] : [['transaction', transaction_hash] as const]),
    ...(simulated ? [['note', 'On a practice ledger: no money moved.'] as const] : []),
    ...(level === 'broken' ? [] : missing.map((mark) => [`no ${mark}`, MISSING_MARKS[mark]] as const)),
    ...(withheld.length === 0 ? [] : [['withheld', withheld.join(', ')] as const]),
  ])
  if (level === 'broken') process.exitCode = BROKEN
}

export const addReceipt = (program: Command): void => {
  const receipt = addGroup(program, 'receipt', 'Receipts of payments, for anybody', [
    'receipt verify receipt.json --policy p.txt',
  ])
  addCommand(receipt, 'verify <file>', 'Check offline what a receipt proves', [
    'receipt verify receipt.json --policy p.txt',
  ])
    .addOption(needed('--policy <file>', 'policy that you pinned: keys and quorum'))
    .addHelpText('after', '\nExit codes:\n  0   it holds; "level" says what it proves\n  10  it is broken')
    .action(runs(verify))
}

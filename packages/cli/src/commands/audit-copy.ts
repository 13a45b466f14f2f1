/** `audit save` and `audit verify`: a copy of the audit log as it was hashed, and whether it is what the service once had. */
import { existsSync, readFileSync } from 'node:fs'
import { auditExport, verifyAudit } from '@countersign/sdk/verify'
import type { Command } from 'commander'
import { merchantOf } from '../clients.ts'
import { keepFile, readPinned } from '../log-files.ts'
import { addCommand, needed, type Run, runs } from '../run.ts'
import { wrongUsage } from '../stop.ts'

const BROKEN = 10

const LEVELS = {
  on_record: 'On record: nobody changed it before its newest head in the public log.',
  signed: 'Signed: it is what the service signed; the public log has no head of it yet.',
  broken: "Broken: it isn't what the service once had.",
} as const

const save = async ({ profiles, output }: Run, file: string): Promise<void> => {
  const { auditEvents } = merchantOf(profiles.read())
  const head = await auditEvents.readHead()
  const entries: string[] = []
  for (let from: number | null = 0; from !== null && entries.length < head.size; ) {
    const page: { readonly entries: readonly string[]; readonly next_from: number | null } =
      await auditEvents.listEntries({ from })
    entries.push(...page.entries)
    from = page.next_from
  }
  // What came after the head is not covered by it.
  keepFile(file, auditExport(entries.slice(0, head.size), head))
  const { size, logged } = head
  output.fields({ file, entries: size, heads_on_record: logged.length }, [
    ['saved', `${size} events in ${file}`],
    ['heads in the public log', String(logged.length)],
  ])
}

const verify = async ({ output }: Run, file: string, options: { policy: string }): Promise<void> => {
  const { policy } = await readPinned(options.policy)
  if (!existsSync(file)) throw wrongUsage(`There is no file ${file}.`, 'Give the file that you saved.')
  const verdict = await verifyAudit(readFileSync(file, 'utf8'), policy)
  const { level, entries, on_record, witnessed, reason } = verdict
  output.fields(verdict, [
    ['level', LEVELS[level]],
    ...(reason === undefined
      ? ([
          ['events', `${entries}, of which ${on_record} are on public record`],
          ['witnesses', witnessed ? 'enough of them saw the log' : 'none required by the policy, or too few'],
        ] as const)
      : ([['reason', reason]] as const)),
  ])
  if (level === 'broken') process.exitCode = BROKEN
}

/** Below `audit`, which must be there. */
export const addAuditCopy = (program: Command): void => {
  const audit = program.commands.find((one) => one.name() === 'audit')
  if (!audit) throw new Error('audit comes first')
  audit.helpCommand(false)
  addCommand(audit, 'save <file>', 'Save the audit log with its proofs', ['audit save audit.ndjson']).action(runs(save))
  addCommand(audit, 'verify <file>', 'Check a saved audit log offline', ['audit verify audit.ndjson --policy p.txt'])
    .addOption(needed('--policy <file>', 'policy that you pinned: keys and quorum'))
    .addHelpText('after', '\nExit codes:\n  0   it holds; "level" says how far\n  10  it is broken')
    .action(runs(verify))
}

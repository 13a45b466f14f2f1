/** `audit`: what people and jobs of the organization changed. */

import { existsSync, readFileSync } from 'node:fs'
import type { AuditEventsListEntriesAnswer } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import {
  type AuditProofVerdict,
  type AuditVerdict,
  auditExport,
  verifyAudit,
  verifyAuditProof,
} from '@pursestrings/sdk/verify'
import { type Command, Option } from 'commander'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { keepFile, readPinned } from '../log-files.ts'
import { addCommand, count, needed, type Run, runs } from '../run.ts'
import { wrongUsage } from '../stop.ts'
import { terminal } from '../terminal.ts'

export interface AuditFilters {
  readonly actor?: string
  readonly action?: string
  readonly target?: string
  readonly from?: string
  readonly to?: string
}
interface Options extends AuditFilters {
  readonly limit: number
}

const list = async ({ profiles, output }: Run, { limit, ...filter }: Options): Promise<void> => {
  const audit_events = await merchantOf(profiles.read())
    .auditEvents.list(filter as never)
    .toArray({ limit })
  output.table(
    { audit_events },
    ['WHEN', 'ACTION', 'BY', 'TARGET'],
    audit_events.map((one) => [
      one.occurred_at,
      one.action,
      one.actor_name ?? one.actor,
      one.target_name ?? one.target,
    ]),
  )
}

const FILTERS = INPUTS['audit_events.list']

export const addAuditFilters = (command: Command): Command =>
  command
    .addOption(takes(new Option('--actor <id>', 'by this account, key or job'), FILTERS.actor))
    .addOption(takes(new Option('--action <action>', 'this action, such as member.removed'), FILTERS.action))
    .addOption(takes(new Option('--target <id>', 'on this record'), FILTERS.target))
    .addOption(takes(new Option('--from <time>', 'at or after this time'), FILTERS.from))
    .addOption(takes(new Option('--to <time>', 'before this time'), FILTERS.to))

export const addAudit = (program: Command): void => {
  addAuditFilters(
    addCommand(program, 'audit', 'Show the audit log, newest first', [
      'audit --limit 10',
      'audit --action member.removed --from 2026-11-01T00:00:00Z',
    ]),
  )
    .option('--limit <count>', 'maximum to show', count, 25)
    .action(runs(list))
}

// `audit save`, `audit prove` and `audit verify`: a copy of the audit log as it was hashed, or of one event, and whether it is
// what the service once had.

const BROKEN = 10

const LEVELS = {
  on_record: 'On record: nobody changed it before its newest head in the public log.',
  signed: 'Signed: it is what the service signed; the public log has no head of it yet.',
  broken: "Broken: it isn't what the service once had.",
} as const

const save = async ({ profiles, output }: Run, file: string): Promise<void> => {
  const { auditEvents } = merchantOf(profiles.read())
  const { head, ...first } = await auditEvents.listEntries()
  const entries = [...first.entries]
  for (let from = first.next_from; from !== null && entries.length < head.size; ) {
    const page: AuditEventsListEntriesAnswer = await auditEvents.listEntries({ from })
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

const prove = async ({ profiles, output }: Run, audit_event_id: string, file: string): Promise<void> => {
  const { proof } = await merchantOf(profiles.read()).auditEvents.prove(audit_event_id)
  keepFile(file, `${proof}\n`)
  output.fields({ file, audit_event_id }, [['saved', `the proof of ${audit_event_id} in ${file}`]])
}

const isProof = (text: string): boolean => text.trimEnd().endsWith('"type":"svc.audit_proof.v1"}')

const verify = async ({ output }: Run, file: string, options: { policy: string }): Promise<void> => {
  const { policy } = await readPinned(options.policy)
  if (!existsSync(file)) throw wrongUsage(`There is no file ${file}.`, 'Give the file that you saved.')
  const text = readFileSync(file, 'utf8')
  const verdict = isProof(text) ? await verifyAuditProof(text, policy) : await verifyAudit(text, policy)
  const { level, witnessed, reason } = verdict
  output.fields(verdict, [
    ['level', LEVELS[level]],
    ...(reason === undefined
      ? ([
          whatHolds(verdict),
          ['witnesses', witnessed ? 'enough of them saw the log' : 'none required by the policy, or too few'],
        ] as const)
      : ([['reason', reason]] as const)),
  ])
  if (level === 'broken') terminal().exitCode = BROKEN
}

const whatHolds = (verdict: AuditVerdict | AuditProofVerdict): readonly [string, string] => {
  if ('entries' in verdict) return ['events', `${verdict.entries}, of which ${verdict.on_record} are on public record`]
  const { action, actor, target, occurred_at } = verdict.event ?? {}
  return ['event', `${occurred_at}  ${action} of ${target} by ${actor}`]
}

/** Below `audit`, which must be there. */
export const addAuditCopy = (program: Command): void => {
  const audit = program.commands.find((one) => one.name() === 'audit')
  if (!audit) throw new Error('audit comes first')
  audit.helpCommand(false)
  addCommand(audit, 'save <file>', 'Save the audit log with its proofs', ['audit save audit.ndjson']).action(runs(save))
  addCommand(audit, 'prove <audit_event_id> <file>', 'Save the proof of one event', [
    'audit prove aud_01k0000000e008000000000000 proof.json',
  ]).action(runs(prove))
  addCommand(audit, 'verify <file>', 'Check a saved audit log or proof offline', [
    'audit verify audit.ndjson --policy p.txt',
  ])
    .addOption(needed('--policy <file>', 'policy that you pinned: keys and quorum'))
    .addHelpText('after', '\nExit codes:\n  0   it holds; "level" says how far\n  10  it is broken')
    .action(runs(verify))
}

/** `audit`: what people and jobs of the organization changed. */
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { addCommand, count, type Run, runs } from '../run.ts'

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

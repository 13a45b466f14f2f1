/** `audit`: what people and jobs of the organization changed. */
import type { Command } from 'commander'
import { merchantOf } from '../clients.ts'
import { addCommand, count, type Run, runs } from '../run.ts'

const list = async ({ profiles, output }: Run, { limit }: { limit: number }): Promise<void> => {
  const audit_events = await merchantOf(profiles.read()).auditEvents.list().toArray({ limit })
  output.table(
    { audit_events },
    ['WHEN', 'ACTION', 'BY', 'TARGET'],
    audit_events.map((one) => [one.occurred_at, one.action, one.actor, one.target]),
  )
}

export const addAudit = (program: Command): void => {
  addCommand(program, 'audit', 'Show what was changed, newest first', ['audit --limit 10'])
    .option('--limit <count>', 'at most', count, 25)
    .action(runs(list))
}

/** `recipients cooling-off`, `rename`, `retire`, `discard`, `hold` and `recall`: what becomes of payees after they are created. */
import type { RecipientVersion } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { addCommand, needed, type Run, runs } from '../run.ts'

const versions = async ({ profiles, output }: Run, recipient_id: string): Promise<void> => {
  const recipient_versions = await merchantOf(profiles.read()).recipients.listVersions(recipient_id).toArray()
  output.table(
    { recipient_versions },
    ['VERSION ID', 'NUMBER', 'STATUS', 'WHY', 'REQUESTS', 'ADDRESS'],
    recipient_versions.map((one) => [
      one.recipient_version_id,
      one.number,
      one.status,
      one.retired_reason ?? '',
      one.request_count,
      one.address,
    ]),
  )
}

const rename = async ({ profiles, output }: Run, recipient_id: string, { name }: { name: string }): Promise<void> => {
  const merchant = merchantOf(profiles.read())
  const { version } = (await merchant.recipients.read(recipient_id)).recipient
  const renamed = await merchant.recipients.update(recipient_id, { name, version })
  output.fields(renamed, [['recipient', `${renamed.recipient.name} (${recipient_id})`]])
  output.note('Existing requests keep the old name.')
}

const retire = async ({ profiles, output }: Run, recipient_id: string): Promise<void> => {
  const retired = await merchantOf(profiles.read()).recipients.update(recipient_id, { status: 'retired' })
  output.fields(retired, [['recipient', `${retired.recipient.name} (retired)`]])
  output.note('Pending requests can still be paid. To stop those too: pursestrings recipients recall')
}

const told = (output: Run['output'], record: { recipient_version: RecipientVersion }): void =>
  output.fields(record, [
    ['version', `${record.recipient_version.recipient_version_id} (${record.recipient_version.status})`],
    ['because', record.recipient_version.retired_reason],
  ])

const discard = async ({ profiles, output }: Run, recipient_id: string, version_id: string): Promise<void> =>
  told(
    output,
    await merchantOf(profiles.read()).recipients.stopVersion(recipient_id, version_id, { action: 'discard' }),
  )

const hold = async (
  { profiles, output }: Run,
  recipient_id: string,
  version_id: string,
  { reason: note }: { reason?: string },
): Promise<void> =>
  told(
    output,
    await merchantOf(profiles.read()).recipients.stopVersion(recipient_id, version_id, { action: 'hold', note }),
  )

interface Recall {
  readonly reason: 'compromised' | 'mistake'
  readonly preview?: boolean
}

const recall = async (
  { profiles, output }: Run,
  recipient_id: string,
  version_id: string,
  { reason, preview = false }: Recall,
): Promise<void> => {
  const { recipients } = merchantOf(profiles.read())
  if (!preview)
    return told(output, await recipients.stopVersion(recipient_id, version_id, { action: 'recall', reason }))
  const { recall: would } = await recipients.readVersion(recipient_id, version_id)
  output.fields(would, [
    ['would stop', `${would.pending} pending`],
    ['too late for', `${would.under_way} already signed`],
  ])
}

const DAY_S = 86_400

const coolingOff = async ({ profiles, output }: Run, { days }: { days?: string }): Promise<void> => {
  const { merchants } = merchantOf(profiles.read())
  const { cooling_off } = await (days === undefined
    ? merchants.read('current')
    : merchants.update('current', { cooling_off_s: Number(days) * DAY_S }))
  const { cooling_off_s, lowers_to_s, lowers_at } = cooling_off
  output.fields({ cooling_off }, [
    ['new addresses wait', `${cooling_off_s / 3600} hours`],
    ...(lowers_to_s === null ? [] : [[`from ${lowers_at}`, `${lowers_to_s / 3600} hours`] as const]),
  ])
}

export const addPayeeChanges = (recipients: Command): void => {
  addCommand(recipients, 'cooling-off', 'Show or change how long new addresses wait', [
    'recipients cooling-off',
    'recipients cooling-off --days 3',
  ])
    .addOption(new Option('--days <days>', '1 to 7').choices(['1', '2', '3', '4', '5', '6', '7']))
    .action(runs(coolingOff))
  addCommand(recipients, 'versions <recipient-id>', "List a payee's versions", [
    'recipients versions rcp_01k0…',
  ]).action(runs(versions))
  addCommand(recipients, 'rename <recipient-id>', 'Rename a payee', ['recipients rename rcp_01k0… --name "Front desk"'])
    .addOption(takes(needed('--name <name>', 'the payee, as payers will see it'), INPUTS['recipients.update'].name))
    .action(runs(rename))
  addCommand(recipients, 'retire <recipient-id>', 'Retire a payee and all its versions', [
    'recipients retire rcp_01k0…',
  ]).action(runs(retire))
  addCommand(recipients, 'discard <recipient-id> <version-id>', 'Discard a version that was never active', [
    'recipients discard rcp_01k0… rcv_01k0…',
  ]).action(runs(discard))
  addCommand(recipients, 'hold <recipient-id> <version-id>', 'Stop a version before it is paid', [
    'recipients hold rcp_01k0… rcv_01k0…',
    'recipients hold rcp_01k0… rcv_01k0… --reason "Not our address"',
  ])
    .addOption(
      takes(new Option('--reason <reason>', 'why, for who activated it'), INPUTS['recipients.stop_version'].note),
    )
    .action(runs(hold))
  addCommand(recipients, 'recall <recipient-id> <version-id>', 'Stop all payments to a version', [
    'recipients recall rcp_01k… rcv_01k… --reason compromised',
    'recipients recall rcp_01k… rcv_01k… --reason mistake --preview',
  ])
    .addOption(takes(needed('--reason <reason>', 'why'), INPUTS['recipients.stop_version'].reason))
    .option('--preview', 'only show what it would stop')
    .action(runs(recall))
}

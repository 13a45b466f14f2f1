/** `recipients two-person`, `approvals` and `approve`: the second person's part in a change of payees. */
import { type Command, Option } from 'commander'
import { merchantOf } from '../clients.ts'
import { addCommand, needed, type Run, runs } from '../run.ts'
import { failed } from '../stop.ts'

const twoPerson = async ({ profiles, output }: Run, { set }: { set?: 'on' | 'off' }): Promise<void> => {
  const { payeeChangeApprovals: of } = merchantOf(profiles.read())
  const answer = await (set === undefined ? of.read() : of.update({ approvals: set === 'on' ? 2 : 1 }))
  const { approvals, approvers, lowers_at } = answer.payee_change_approvals
  output.fields(answer, [
    ['a payee change needs', approvals === 1 ? '1 person' : '2 people'],
    ['owners and admins', String(approvers)],
    ...(lowers_at === null ? [] : [['1 person from', lowers_at] as const]),
  ])
  if (lowers_at !== null) output.note('Sooner, if another owner or admin runs this with --set off, too.')
}

const approvals = async ({ profiles, output }: Run): Promise<void> => {
  const waiting = await merchantOf(profiles.read()).recipients.listApprovals().toArray()
  output.table(
    { approvals: waiting },
    ['RECIPIENT ID', 'VERSION ID', 'ASKED BY', 'UNTIL', 'ADDRESS', 'DIGEST'],
    waiting.map(({ recipient_version: version, requested_by_email, expires_at, lapsed, evidence }) => [
      version.recipient_id,
      version.recipient_version_id,
      requested_by_email ?? '',
      lapsed ? 'lapsed' : expires_at,
      version.address,
      evidence.evidence_digest,
    ]),
  )
}

const approve = async (
  { profiles, output }: Run,
  recipient_id: string,
  version_id: string,
  { digest }: { digest: string },
): Promise<void> => {
  const { recipients } = merchantOf(profiles.read())
  for await (const { recipient, recipient_version, evidence } of recipients.listApprovals()) {
    if (recipient_version.recipient_version_id !== version_id) continue
    const { evidence_id } = evidence
    const seen = { evidence_id, evidence_digest: digest, version: recipient.version }
    const approved = await recipients.approveVersion(recipient_id, version_id, seen)
    const { status, activates_at } = approved.recipient_version
    output.fields(approved, [
      ['version', `${version_id} (${status})`],
      ['active from', status === 'active' ? 'now' : activates_at],
    ])
    return
  }
  throw failed('That version waits for nobody.', 'pursestrings recipients approvals shows those that do.')
}

export const addApprovals = (recipients: Command): void => {
  addCommand(recipients, 'two-person', 'Show or change whether changes need two people', [
    'recipients two-person',
    'recipients two-person --set on',
  ])
    .addOption(new Option('--set <on|off>', 'with two people, or with one').choices(['on', 'off']))
    .action(runs(twoPerson))
  addCommand(recipients, 'approvals', 'List versions that wait for a second person', ['recipients approvals']).action(
    runs(approvals),
  )
  addCommand(recipients, 'approve <recipient-id> <version-id>', 'Approve a version as the second person', [
    'recipients approve rcp_01k0… rcv_01k0… --digest 9f86d0…',
  ])
    .addOption(needed('--digest <digest>', 'of the evidence, as `approvals` shows it'))
    .action(runs(approve))
}

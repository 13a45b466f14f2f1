/** `recipients`: payees, whose facts a proven domain vouches for. */
import type { Network } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { activatePayee, keptPayee, listing, verifyPayee } from '../payees.ts'
import { addCommand, addGroup, needed, type Run, runs } from '../run.ts'
import { failed } from '../stop.ts'
import { expectDomain } from './domains.ts'
import { addPayeeChanges } from './stop-payees.ts'

// `recipients two-person`, `approvals` and `approve`: the second person's part in a change of payees.

const twoPerson = async ({ profiles, output }: Run, { set }: { set?: 'on' | 'off' }): Promise<void> => {
  const { merchants } = merchantOf(profiles.read())
  const { payee_change_approvals } = await (set === undefined
    ? merchants.read('current')
    : merchants.update('current', { approvals: set === 'on' ? 2 : 1 }))
  const { approvals, approvers, lowers_at } = payee_change_approvals
  output.fields({ payee_change_approvals }, [
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

const addApprovals = (recipients: Command): void => {
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

const list = async ({ profiles, output }: Run): Promise<void> => {
  const recipients = await merchantOf(profiles.read()).recipients.list().toArray()
  output.table(
    { recipients },
    ['RECIPIENT ID', 'STATUS', 'DOMAIN', 'NAME'],
    recipients.map((one) => [one.recipient_id, one.status, one.domain, one.name]),
  )
}

interface Create {
  readonly name: string
  readonly network: Network
  readonly asset: string
  readonly address: string
  readonly memo?: string
  readonly contract?: string
  readonly issuer?: string
}

const create = async ({ profiles, output }: Run, options: Create): Promise<void> => {
  const { name, network, asset, address, memo, contract, issuer } = options
  const facts = { name, network, asset, address, memo, contract, issuer }
  const created = await merchantOf(profiles.read()).recipients.create(facts)
  const { recipient, recipient_version } = created
  const entry = listing(recipient_version)
  output.fields({ ...created, publish: entry }, [
    ['recipient', `${recipient.name} (${recipient.recipient_id})`],
    ['version', `${recipient_version.recipient_version_id} (${recipient_version.status})`],
    ['publish', JSON.stringify(entry)],
    ['in "recipients"', 'of https://<domain>/.well-known/svc-recipients.json'],
  ])
  output.note(`Then: pursestrings recipients verify ${recipient.recipient_id} --domain <domain>`)
}

const verify = async (
  { profiles, output }: Run,
  recipient_id: string,
  { domain }: { domain: string },
): Promise<void> => {
  const merchant = merchantOf(profiles.read())
  const { domain_id } = await expectDomain(merchant, domain)
  const verified = await verifyPayee(merchant, recipient_id, domain_id)
  const { evidence } = verified
  output.fields(verified, [
    ['version', `${evidence.recipient_version_id} (verified)`],
    ['found in', evidence.location],
    ['evidence', evidence.evidence_id],
    ['digest', evidence.evidence_digest],
  ])
  output.note(`Then: pursestrings recipients activate ${recipient_id}`)
}

const activate = async ({ profiles, output }: Run, recipient_id: string): Promise<void> => {
  const activated = await activatePayee(merchantOf(profiles.read()), recipient_id)
  const { recipient_version_id, status, activates_at } = activated.recipient_version
  await profiles.change((now) => ({ ...now, payee: keptPayee(activated) }))
  output.fields(activated, [
    ['version', `${recipient_version_id} (${status})`],
    status === 'awaiting_approval'
      ? ['waits for', 'another owner or admin, who approves it']
      : ['active from', status === 'active' ? 'now' : activates_at],
  ])
  output.note('`requests create` uses this payee by default.')
}

const CREATED = INPUTS['recipients.create']

export const addRecipients = (program: Command): void => {
  const recipients = addGroup(program, 'recipients', 'Payees, listed by your domains', ['recipients list'])
  addCommand(recipients, 'list', 'List payees', ['recipients list']).action(runs(list))
  addCommand(recipients, 'create', 'Create a payee with its first version', [
    'recipients create --name "Harbour Books till" --address G…',
  ])
    .addOption(takes(needed('--name <name>', 'the payee, as payers will see it'), CREATED.name))
    .addOption(takes(needed('--address <address>', 'address on the network'), CREATED.address))
    .addOption(takes(new Option('--network <network>', 'the ledger'), CREATED.network).default('stellar_testnet'))
    .addOption(takes(new Option('--asset <asset>', 'what is paid'), CREATED.asset).default('XLM'))
    .addOption(takes(new Option('--memo <memo>', 'memo for every payment'), CREATED.memo))
    .addOption(takes(new Option('--contract <contract>', 'of a token'), CREATED.contract))
    .addOption(takes(new Option('--issuer <issuer>', 'of an asset'), CREATED.issuer))
    .action(runs(create))
  addCommand(recipients, 'verify <recipient-id>', 'Verify the newest version on a domain', [
    'recipients verify rcp_01k0… --domain shop.example.com',
  ])
    .addOption(needed('--domain <domain>', 'verified domain, by name or ID'))
    .action(runs(verify))
  addCommand(recipients, 'activate <recipient-id>', 'Activate the verified version', [
    'recipients activate rcp_01k0…',
  ]).action(runs(activate))
  addApprovals(recipients)
  addPayeeChanges(recipients)
}

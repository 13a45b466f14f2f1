/** `recipients`: payees, whose facts a proven domain vouches for. */
import type { Network } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { activatePayee, keptPayee, listing, verifyPayee } from '../payees.ts'
import { addCommand, addGroup, needed, type Run, runs } from '../run.ts'
import { addApprovals } from './approve-payees.ts'
import { expectDomain } from './domains.ts'
import { addPayeeChanges } from './stop-payees.ts'

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

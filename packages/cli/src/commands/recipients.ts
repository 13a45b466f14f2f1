/** `recipients`: payees, whose facts a proven domain vouches for. */
import type { Network } from '@countersign/sdk'
import { INPUTS } from '@countersign/sdk/inputs'
import { type Command, Option } from 'commander'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { activatePayee, keptPayee, listing, verifyPayee } from '../payees.ts'
import { addCommand, addGroup, needed, type Run, runs } from '../run.ts'
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
  output.note(`Then: countersign recipients verify ${recipient.recipient_id} --domain <domain>`)
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
  output.note(`Then: countersign recipients activate ${recipient_id}`)
}

const activate = async ({ profiles, output }: Run, recipient_id: string): Promise<void> => {
  const activated = await activatePayee(merchantOf(profiles.read()), recipient_id)
  const { recipient_version_id, status, activates_at } = activated.recipient_version
  await profiles.change((now) => ({ ...now, payee: keptPayee(activated) }))
  output.fields(activated, [
    ['version', `${recipient_version_id} (${status})`],
    ['serves from', status === 'active' ? 'now on' : activates_at],
  ])
  output.note('`requests create` asks for payments to it if you name no other.')
}

const CREATED = INPUTS['recipients.create']

export const addRecipients = (program: Command): void => {
  const recipients = addGroup(program, 'recipients', 'Payees, vouched for by a proven domain', ['recipients list'])
  addCommand(recipients, 'list', 'List recipients', ['recipients list']).action(runs(list))
  addCommand(recipients, 'create', 'Create a recipient with its first version', [
    'recipients create --name "Harbour Books till" --address G…',
  ])
    .addOption(takes(needed('--name <name>', 'the payee, as payers will see it'), CREATED.name))
    .addOption(takes(needed('--address <address>', 'on its network; checksums are checked'), CREATED.address))
    .addOption(takes(new Option('--network <network>', 'the ledger'), CREATED.network).default('stellar_testnet'))
    .addOption(takes(new Option('--asset <asset>', 'what is paid'), CREATED.asset).default('XLM'))
    .addOption(takes(new Option('--memo <memo>', 'that every payment has to carry'), CREATED.memo))
    .addOption(takes(new Option('--contract <contract>', 'of a token'), CREATED.contract))
    .addOption(takes(new Option('--issuer <issuer>', 'of an asset'), CREATED.issuer))
    .action(runs(create))
  addCommand(recipients, 'verify <recipient-id>', 'Let a domain vouch for the newest version', [
    'recipients verify rcp_01k0… --domain shop.example.com',
  ])
    .addOption(needed('--domain <domain>', 'the proven domain, by its name or id'))
    .action(runs(verify))
  addCommand(recipients, 'activate <recipient-id>', 'Let the version that was vouched for serve', [
    'recipients activate rcp_01k0…',
  ]).action(runs(activate))
  addPayeeChanges(recipients)
}

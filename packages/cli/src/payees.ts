/** From a recipient's draft version to one that serves: the domain vouches for it, and what was found is activated. */
import type {
  Evidence,
  MerchantClient,
  Recipient,
  RecipientsActivateVersionAnswer,
  RecipientsVerifyAnswer,
  RecipientVersion,
} from '@pursestrings/sdk'
import type { KeptPayee } from './profile.ts'
import { failed } from './stop.ts'

/** The newest in one of these states. */
const newest = async (
  merchant: MerchantClient,
  recipient_id: string,
  ...states: readonly RecipientVersion['status'][]
): Promise<RecipientVersion> => {
  for await (const version of merchant.recipients.listVersions(recipient_id)) {
    if (states.includes(version.status)) return version
  }
  throw failed(
    `The payee has no version that is ${states.join(' or ')}.`,
    'pursestrings recipients versions shows their status.',
  )
}

export const verifyPayee = async (
  merchant: MerchantClient,
  recipient_id: string,
  domain_id: string,
): Promise<RecipientsVerifyAnswer> => {
  const { recipient_version_id } = await newest(merchant, recipient_id, 'draft', 'verified', 'suspended')
  const { recipient } = await merchant.recipients.read(recipient_id)
  const { version } = recipient
  return merchant.recipients.verify(recipient_id, {
    recipient_version_id,
    type: 'domain_proof',
    source_id: domain_id,
    version,
  })
}

export const activatePayee = async (
  merchant: MerchantClient,
  recipient_id: string,
): Promise<RecipientsActivateVersionAnswer> => {
  const { recipient_version_id } = await newest(merchant, recipient_id, 'verified', 'awaiting_approval')
  const { evidence } = await merchant.recipients.readVersion(recipient_id, recipient_version_id)
  const latest = evidence.toSorted((a, b) => a.created_at.localeCompare(b.created_at)).at(-1)
  if (!latest) throw failed('No verified domain lists it.', 'Verify it: pursestrings recipients verify')
  const { recipient } = await merchant.recipients.read(recipient_id)
  return merchant.recipients.activateVersion(recipient_id, recipient_version_id, input(latest, recipient))
}

const input = ({ evidence_id, evidence_digest }: Evidence, { version }: Recipient) => ({
  evidence_id,
  evidence_digest,
  version,
})

/** What the domain has to list, exactly. */
export const listing = ({ network, asset, address, memo, contract, issuer }: RecipientVersion): object => ({
  network,
  asset,
  address,
  ...(memo !== null && { memo }),
  ...(contract !== null && { contract }),
  ...(issuer !== null && { issuer }),
})

export const keptPayee = ({ recipient, recipient_version }: RecipientsActivateVersionAnswer): KeptPayee => ({
  recipient_id: recipient.recipient_id,
  recipient_version_id: recipient_version.recipient_version_id,
  name: recipient.name,
  network: recipient_version.network,
  asset: recipient_version.asset,
})

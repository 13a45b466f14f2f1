/** One more active payee of the same merchant, under any name that the service takes, and with a memo where one is given. */
import type { MerchantClient } from '@pursestrings/sdk'
import { newStellarAddress } from '../../../tests/acceptance/steps/stellar-address.ts'
import type { TestPlace } from '../../sdk/test/place.ts'

export const addPayee = async (place: TestPlace, merchant: MerchantClient, name: string, memo?: string) => {
  const own = { network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress() } as const
  const facts = { ...own, ...(memo !== undefined && { memo }) }
  const { recipient, recipient_version } = await merchant.recipients.create({ name, ...facts })
  await place.listPayee(facts)
  const [domain] = await merchant.merchantDomains.list().toArray()
  const [{ recipient_id }, { recipient_version_id }] = [recipient, recipient_version]
  const vouched = await merchant.recipients.verify(recipient_id, {
    recipient_version_id,
    type: 'domain_proof',
    source_id: domain?.domain_id ?? '',
    version: recipient.version,
  })
  const { evidence_id, evidence_digest } = vouched.evidence
  const { version } = vouched.recipient
  await merchant.recipients.activateVersion(recipient_id, recipient_version_id, {
    evidence_id,
    evidence_digest,
    version,
  })
  return { recipient_id, recipient_version_id }
}

/** A proven domain and payees that it lists, made through the SDK on the practice site of a test's own. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MerchantClient, Network, RecipientVersion } from '@pursestrings/sdk'
import { until } from '../../server/test/until.ts'
import { newStellarAddress } from '../acceptance/steps/merchant.ts'
import type { PortalWorld } from './portal-world.ts'

const HOST = 'shop.localhost'

const publish = async ({ dev }: PortalWorld, name: string, text: string): Promise<void> => {
  await mkdir(join(dev.site_folder, '.well-known'), { recursive: true })
  await writeFile(join(dev.site_folder, '.well-known', name), text)
}

export const proveDomain = async (world: PortalWorld, merchant: MerchantClient): Promise<string> => {
  const { domain, challenge } = await merchant.merchantDomains.register({ domain: HOST, method: 'https' })
  await publish(world, 'svc-challenge.txt', challenge.value)
  await merchant.merchantDomains.verify(domain.domain_id)
  return domain.domain_id
}

export const hideProof = (world: PortalWorld): Promise<void> => publish(world, 'svc-challenge.txt', 'gone')

/** From now on the site lists these, and no others. */
export const listPayees = (
  world: PortalWorld,
  payees: readonly Pick<RecipientVersion, 'network' | 'asset' | 'address' | 'memo'>[],
) =>
  publish(
    world,
    'svc-recipients.json',
    JSON.stringify({
      recipients: payees.map(({ network, asset, address, memo }) => ({
        network,
        asset,
        address,
        ...(memo && { memo }),
      })),
    }),
  )

/** A day passes for what cools off, which only an administrator can do, with the triggers off; until the version serves. */
export const endCooling = (
  { query }: Pick<PortalWorld, 'query'>,
  { recipients }: MerchantClient,
  { recipient_id, number }: Pick<RecipientVersion, 'recipient_id' | 'number'>,
): Promise<void> =>
  until(async () => {
    // Again, as long as the payee log does not show it yet.
    await query(`begin; set local session_replication_role = replica; set local search_path = pursestrings;
      update recipient_versions set activates_at = now() where status = 'cooling';
      update pgboss.job set start_after = now() where name = 'cooled-recipient-version'; commit`)
    return (await recipients.read(recipient_id)).active_version?.number === number
  })

/** A payee whose first version serves, or cools off where its network asks for that. */
export const servePayee = async (
  world: PortalWorld,
  merchant: MerchantClient,
  { name, domain_id, network = 'stellar_testnet' }: { name: string; domain_id: string; network?: Network },
) => {
  const { recipients } = merchant
  const made = await recipients.create({ name, network, asset: 'XLM', address: newStellarAddress() })
  const { recipient_id } = made.recipient
  const { recipient_version_id } = made.recipient_version
  await listPayees(world, [made.recipient_version])
  const { evidence, recipient } = await recipients.verify(recipient_id, {
    recipient_version_id,
    type: 'domain_proof',
    source_id: domain_id,
    version: made.recipient.version,
  })
  const { evidence_id, evidence_digest } = evidence
  const seen = { evidence_id, evidence_digest, version: recipient.version }
  return recipients.activateVersion(recipient_id, recipient_version_id, seen)
}

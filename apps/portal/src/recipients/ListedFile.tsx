/** The file that a domain publishes: every version that serves or is about to, of every payee, so that pasting it unlists none. */
import type { RecipientVersion } from '@pursestrings/sdk'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { Code } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'

type Status = RecipientVersion['status']
const LISTED: ReadonlySet<Status> = new Set(['verified', 'awaiting_approval', 'cooling', 'active', 'suspended'])

/** Of one whose domain isn't known yet, nothing is left out. */
const readListed = async (domain: string): Promise<readonly RecipientVersion[]> => {
  const payees = await api.recipients.list().toArray({ limit: 1_000 })
  const mine = payees.filter((one) => one.retired_at === null && (one.domain === null || one.domain === domain))
  const versions = await Promise.all(
    mine.map(({ recipient_id }) => api.recipients.listVersions(recipient_id).toArray({ limit: 100 })),
  )
  return versions.flat().filter(({ status }) => LISTED.has(status))
}

const entryOf = ({ network, asset, address, memo, contract, issuer }: RecipientVersion) => ({
  network,
  asset,
  address,
  ...(memo !== null && { memo }),
  ...(contract !== null && { contract }),
  ...(issuer !== null && { issuer }),
})

export const ListedFile = ({ domain, version }: { readonly domain: string; readonly version: RecipientVersion }) => {
  const { t } = useTranslation()
  const listed = useQuery({ queryKey: ['recipients', 'listed', domain], queryFn: () => readListed(domain) })
  if (listed.error) return <Fault error={listed.error} onAgain={() => void listed.refetch()} />
  if (!listed.data) return <Skeleton lines={6} />
  const entries = new Map([...listed.data, version].map((one) => [JSON.stringify(entryOf(one)), entryOf(one)]))
  return (
    <>
      <p className="muted">{t('recipient.publish', { domain })}</p>
      <Code text={JSON.stringify({ recipients: [...entries.values()] }, null, 2)} />
    </>
  )
}

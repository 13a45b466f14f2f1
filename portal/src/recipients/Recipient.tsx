/** One payee: the version to activate beside the one that serves, what its domain says of it, and all versions. */
import type { RecipientVersion } from '@countersign/sdk'
import { AddressView } from '@countersign/ui/AddressView'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Status } from '../frame/Status.tsx'
import { Proposed } from './Proposed.tsx'

const readAll = async (id: string) => {
  const [{ recipient, active_version }, versions, domains] = await Promise.all([
    api.recipients.read(id),
    api.recipients.listVersions(id).toArray({ limit: 100 }),
    api.merchantDomains.list().toArray({ limit: 100 }),
  ])
  return { recipient, active_version, versions, domain: domains.find(({ status }) => status === 'verified') }
}

export const Recipient = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const read = useQuery({ queryKey: ['recipient', id], queryFn: () => readAll(id) })
  const { recipient, active_version, versions = [], domain } = read.data ?? {}
  const proposed = versions.find(({ status }) => status === 'draft' || status === 'verified')
  const look = active_version ? 'active' : 'draft'
  return (
    <div className="page">
      <Link className="crumb" to="/recipients">
        {t('recipients.title')}
      </Link>
      {read.error ? <Fault error={read.error} onAgain={() => void read.refetch()} /> : null}
      {recipient && (
        <>
          <Heading
            title={recipient.name}
            shown={
              <>
                {recipient.name} <Status of={look} />
              </>
            }
            lead={domain ? t('recipient.lead', { domain: domain.domain }) : t('recipient.noDomain')}
          />
          {proposed && (
            <Proposed recipient={recipient} version={proposed} before={active_version ?? undefined} domain={domain} />
          )}
          <Versions versions={versions} />
        </>
      )}
    </div>
  )
}

const Versions = ({ versions }: { readonly versions: readonly RecipientVersion[] }) => {
  const { t } = useTranslation()
  return (
    <section className="card">
      <h2 className="card-title">{t('recipient.versions')}</h2>
      <ul className="rows">
        {versions.map(({ recipient_version_id, number, status, address, activated_at }) => (
          <li key={recipient_version_id}>
            <span>
              <b>{t('recipient.first', { number })}</b>
              <span className="rows-note">
                <AddressView address={address} />
              </span>
              <span className="muted rows-note">
                {activated_at === null
                  ? t('recipient.neverLive')
                  : t('recipient.liveSince', { date: new Date(activated_at).toLocaleDateString() })}
              </span>
            </span>
            <Status of={status} />
          </li>
        ))}
      </ul>
    </section>
  )
}

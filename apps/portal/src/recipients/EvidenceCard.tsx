/** What a domain says of a version: where it lists it, or what it has to list before it can serve. */
import type { Evidence, MerchantDomain, Recipient, RecipientVersion } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api, queries } from '../client.ts'
import { momentOf } from '../frame/day.ts'
import { Fault } from '../frame/Fault.tsx'
import { ListedFile } from './ListedFile.tsx'

interface Props {
  readonly recipient: Recipient
  readonly version: RecipientVersion
  readonly evidence: Evidence | undefined
  /** Proven, and so able to vouch. */
  readonly domains: readonly MerchantDomain[]
}

export const EvidenceCard = ({ recipient, version, evidence, domains }: Props) => {
  const { t } = useTranslation()
  const chooser = useId()
  const [chosen, setChosen] = useState<string>()
  const domain =
    domains.find(({ domain_id }) => domain_id === (chosen ?? evidence?.source_id)) ??
    (evidence ? undefined : domains[0])
  const { recipient_version_id, number, status } = version
  const verify = useMutation({
    mutationFn: async (source_id: string) => {
      const input = { recipient_version_id, type: 'domain_proof', source_id, version: recipient.version } as const
      await api.recipients.verify(recipient.recipient_id, input)
    },
    onSettled: () => queries.invalidateQueries(),
  })
  const checkable = status === 'draft' || status === 'verified' || status === 'suspended'
  return (
    <section className="card">
      <div className="card-title card-row">
        <h2>{t('recipient.evidence', { number })}</h2>
        {evidence && domain && checkable && (
          <button
            type="button"
            className="button"
            data-size="small"
            disabled={verify.isPending}
            onClick={() => verify.mutate(domain.domain_id)}
          >
            {t(verify.isPending ? 'domain.checking' : 'recipient.checkAgain')}
          </button>
        )}
      </div>
      <div className="pad">
        {evidence && <Found evidence={evidence} />}
        {evidence && domain && checkable && (
          <details>
            <summary>{t('recipient.file')}</summary>
            <ListedFile domain={domain.domain} version={version} />
          </details>
        )}
        {!evidence && domains.length === 0 && (
          <p>
            <Link to="/domains">{t('recipient.domainFirst')}</Link>
          </p>
        )}
        {!evidence && domain && (
          <>
            {domains.length > 1 && (
              <div className="field">
                <label htmlFor={chooser}>{t('recipient.by')}</label>
                <select id={chooser} value={domain.domain_id} onChange={({ target }) => setChosen(target.value)}>
                  {domains.map((one) => (
                    <option key={one.domain_id} value={one.domain_id}>
                      {one.domain}
                    </option>
                  ))}
                </select>
              </div>
            )}
            <ListedFile domain={domain.domain} version={version} />
            <p>
              <button
                type="button"
                className="button"
                data-kind="primary"
                disabled={verify.isPending}
                onClick={() => verify.mutate(domain.domain_id)}
              >
                {t(verify.isPending ? 'domain.checking' : 'recipient.check')}
              </button>
            </p>
          </>
        )}
        {verify.error ? <Fault error={verify.error} /> : null}
      </div>
    </section>
  )
}

const Found = ({ evidence }: { readonly evidence: Evidence }) => {
  const { t } = useTranslation()
  const { domain, location, evidence_digest, created_at } = evidence
  return (
    <>
      <p className="found">
        <StatusGlyph tone="proven" glyph="tick" filled />
        <span>
          <b>{domain}</b> {t('recipient.listed')}
        </span>
      </p>
      <dl className="facts-list">
        <div>
          <dt className="muted">{t('recipient.foundIn')}</dt>
          <dd className="mono">{location}</dd>
        </div>
        <div>
          <dt className="muted">{t('recipient.checked')}</dt>
          <dd>
            <time dateTime={created_at}>{momentOf(created_at)}</time>
          </dd>
        </div>
        <div>
          <dt className="muted">{t('recipient.digest')}</dt>
          <dd className="mono">{evidence_digest.match(/.{1,4}/g)?.join(' ')}</dd>
        </div>
      </dl>
    </>
  )
}

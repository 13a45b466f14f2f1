/** A version that does not serve yet: what it changes, what the domain must list, and the step that makes it live. */
import type { MerchantDomain, Recipient, RecipientVersion } from '@countersign/sdk'
import { AddressView } from '@countersign/ui/AddressView'
import { StatusGlyph } from '@countersign/ui/StatusBadge'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api, queries } from '../client.ts'
import { Code } from '../frame/Code.tsx'
import { Copy } from '../frame/Copy.tsx'
import { Fault } from '../frame/Fault.tsx'

interface Props {
  readonly recipient: Recipient
  readonly version: RecipientVersion
  readonly before: RecipientVersion | undefined
  /** Proven, and so able to vouch. */
  readonly domain: MerchantDomain | undefined
}

export const Proposed = ({ recipient, version, before, domain }: Props) => {
  const { t } = useTranslation()
  const { recipient_id } = recipient
  const { recipient_version_id, number, address, memo, network, asset } = version
  const evidence = useQuery({
    queryKey: ['version', recipient_version_id],
    queryFn: () =>
      api.recipients.readVersion(recipient_id, recipient_version_id).then(({ evidence: [newest] }) => newest ?? null),
  })
  const onSuccess = () => queries.invalidateQueries()
  const verify = useMutation({
    mutationFn: (source_id: string) =>
      api.recipients
        .verify(recipient_id, { recipient_version_id, type: 'domain_proof', source_id, version: recipient.version })
        .then((answer) => answer),
    onSuccess,
  })
  const found = evidence.data ?? undefined
  const activate = useMutation({
    mutationFn: (seen: { readonly evidence_id: string; readonly evidence_digest: string }) =>
      api.recipients
        .activateVersion(recipient_id, recipient_version_id, {
          evidence_id: seen.evidence_id,
          evidence_digest: seen.evidence_digest,
          version: recipient.version,
        })
        .then((answer) => answer),
    onSuccess,
  })
  const entry = { network, asset, address, ...(memo !== null && { memo }) }
  return (
    <section className="card">
      <div className="card-title card-row">
        <h2>{before ? t('recipient.against', { number, before: before.number }) : t('recipient.first', { number })}</h2>
        {found && (
          <button
            type="button"
            className="button"
            data-kind="primary"
            disabled={activate.isPending}
            onClick={() => activate.mutate(found)}
          >
            {t('recipient.activate', { number })}
          </button>
        )}
      </div>
      {before && (
        <div className="notice in-card" data-tone="look">
          <StatusGlyph tone="look" glyph="alert" />
          <p>{t('recipient.changes', { before: before.number })}</p>
        </div>
      )}
      <dl className="facts-list">
        {before && before.address !== address && (
          <div>
            <dt className="muted">{t('recipient.was', { number: before.number })}</dt>
            <dd className="muted">
              <AddressView address={before.address} />
            </dd>
          </div>
        )}
        <div>
          <dt className="muted">{t('recipients.address')}</dt>
          <dd>
            <AddressView
              address={address}
              {...(before && { against: before.address })}
              copy={<Copy value={address} what={t('recipients.address')} />}
            />
          </dd>
        </div>
        <div>
          <dt className="muted">{t('request.memo')}</dt>
          <dd>{memo ?? <span className="muted">{t('request.none')}</span>}</dd>
        </div>
      </dl>
      <div className="pad">
        <h3>{t('recipient.evidence')}</h3>
        {found ? (
          <p className="status tone-proven">
            <StatusGlyph tone="proven" glyph="tick" filled />
            {t('recipient.listed', { domain: domain?.domain ?? '', file: found.found_in })}
          </p>
        ) : domain ? (
          <>
            <p className="muted">{t('recipient.publish', { domain: domain.domain })}</p>
            <Code text={JSON.stringify({ recipients: [entry] }, null, 2)} />
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
        ) : (
          <p>
            <Link to="/domains">{t('recipient.domainFirst')}</Link>
          </p>
        )}
        {verify.error ? <Fault error={verify.error} /> : null}
        {activate.error ? <Fault error={activate.error} /> : null}
      </div>
    </section>
  )
}

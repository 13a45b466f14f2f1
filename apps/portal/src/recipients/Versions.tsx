/** Every version of a payee, newest first, with how long it served and how much it was used. */
import type { UsedRecipientVersion } from '@pursestrings/sdk'
import { AddressView } from '@pursestrings/ui/AddressView'
import { useTranslation } from 'react-i18next'
import { Beyond } from '../frame/Beyond.tsx'
import { dayOf } from '../frame/day.ts'
import { Status } from '../frame/Facts.tsx'

interface Props {
  readonly versions: readonly UsedRecipientVersion[]
  readonly onRecall: (version: UsedRecipientVersion) => void
}

export const Versions = ({ versions, onRecall }: Props) => {
  const { t } = useTranslation()
  return (
    <section className="card">
      <h2 className="card-title">{t('recipient.versions')}</h2>
      <ul className="versions">
        {versions.map((version) => (
          <li key={version.recipient_version_id}>
            <b className="versions-number">
              <span className="visually-hidden">{t('recipient.version', { number: version.number })}</span>
              <span aria-hidden="true">{version.number}</span>
            </b>
            <Status of={version.recalled_at === null ? version.status : 'version_recalled'} />
            <span className="versions-use">
              <Use version={version} />
              {/* What served can still be named by requests that wait. */}
              {version.retired_reason === 'replaced' && version.activated_at !== null && (
                <Beyond>
                  <button type="button" className="link" onClick={() => onRecall(version)}>
                    {t('recall.open', { number: version.number })}
                  </button>
                </Beyond>
              )}
            </span>
            <details className="versions-address">
              <summary>{t('recipients.address')}</summary>
              <AddressView address={version.address} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Use = ({ version }: { readonly version: UsedRecipientVersion }) => {
  const { t } = useTranslation()
  const { activated_at, retired_at, retired_reason, created_at, request_count } = version
  const days =
    activated_at === null
      ? t(retired_at === null ? 'recipient.added' : 'recipient.neverLive', { day: dayOf(created_at) })
      : retired_at === null
        ? t('recipient.liveSince', { day: dayOf(activated_at) })
        : t('recipient.live', { from: dayOf(activated_at), to: dayOf(retired_at) })
  const why = retired_reason === null || retired_reason === 'recalled' ? [] : [t(`recipient.why.${retired_reason}`)]
  const used = request_count > 0 ? [t('recipients.requests', { count: request_count })] : []
  return <span className="muted">{[days, ...used, ...why].join(', ')}</span>
}

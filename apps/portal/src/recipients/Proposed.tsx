/** A version that does not serve yet: what it changes, and the step that makes it live. */
import type { Evidence, Recipient, RecipientVersion } from '@countersign/sdk'
import { StatusGlyph } from '@countersign/ui/StatusBadge'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { momentOf } from '../frame/day.ts'
import { Fault } from '../frame/Fault.tsx'
import { Status } from '../frame/Status.tsx'
import { Diff } from './Diff.tsx'

interface Props {
  readonly recipient: Recipient
  readonly version: RecipientVersion
  readonly before: RecipientVersion | undefined
  readonly evidence: Evidence | undefined
  readonly onDiscard: () => void
  readonly onHold: () => void
}

export const Proposed = ({ recipient, version, before, evidence, onDiscard, onHold }: Props) => {
  const { t } = useTranslation()
  const { number, status, recipient_version_id, address, activates_at } = version
  const verb = t('recipient.activate', { number })
  const activate = useMutation({
    mutationFn: async ({ evidence_id, evidence_digest }: Evidence) => {
      await api.recipients.activateVersion(recipient.recipient_id, recipient_version_id, {
        evidence_id,
        evidence_digest,
        version: recipient.version,
      })
    },
    onSettled: () => queries.invalidateQueries(),
    meta: { confirms: verb, address },
  })
  return (
    <section className="card">
      <div className="card-title card-row">
        <h2 className="heading-shown">
          {before ? t('recipient.against', { number, before: before.number }) : t('recipient.version', { number })}
          <Status of={status} />
        </h2>
        <div className="actions">
          {status === 'cooling' ? (
            <button type="button" className="button" data-size="small" data-kind="stop" onClick={onHold}>
              {t('recipient.hold', { number })}
            </button>
          ) : (
            <button type="button" className="button" data-size="small" data-kind="stop" onClick={onDiscard}>
              {t('recipient.discard')}
            </button>
          )}
          {status === 'verified' && evidence && (
            <button
              type="button"
              className="button"
              data-size="small"
              data-kind="primary"
              disabled={activate.isPending}
              onClick={() => activate.mutate(evidence)}
            >
              {verb}
            </button>
          )}
        </div>
      </div>
      {status === 'cooling' && activates_at !== null ? (
        <Notice lead={t('recipient.cooling', { number, at: momentOf(activates_at) })}>
          {t('recipient.coolingDo')}
        </Notice>
      ) : (
        before && (
          <Notice lead={t('recipient.changesTitle')}>{t('recipient.changes', { before: before.number })}</Notice>
        )
      )}
      {activate.error ? (
        <div className="in-card">
          <Fault error={activate.error} />
        </div>
      ) : null}
      <Diff version={version} before={before} />
    </section>
  )
}

const Notice = ({ lead, children }: { readonly lead: string; readonly children: string }) => (
  <div className="notice in-card" data-tone="look">
    <StatusGlyph tone="look" glyph="alert" />
    <p>
      <b>{lead}</b> {children}
    </p>
  </div>
)

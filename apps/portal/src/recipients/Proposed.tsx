/** A version that does not serve yet: what it changes, and the step that makes it live. */
import type { Evidence, PayeeApproval, Recipient, RecipientVersion } from '@pursestrings/sdk'
import { AddressView } from '@pursestrings/ui/AddressView'
import { networkName } from '@pursestrings/ui/network-name'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Beyond } from '../frame/Beyond.tsx'
import { momentOf } from '../frame/day.ts'
import { Copy, Status } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { useSession } from '../session.ts'

// What a version would change: the rows that differ first, old above new, and last what stays.

interface DiffProps {
  readonly version: RecipientVersion
  readonly before: RecipientVersion | undefined
}

const Diff = ({ version, before }: DiffProps) => {
  const { t } = useTranslation()
  const memoOf = ({ memo }: RecipientVersion) =>
    memo === null ? <span className="muted">{t('request.none')}</span> : <span className="mono">{memo}</span>
  const address = (
    <AddressView
      address={version.address}
      perRow={14}
      {...(before && before.address !== version.address && { against: before.address })}
      copy={<Copy value={version.address} what={t('recipients.address')} />}
    />
  )
  const rest = t('recipient.facts', {
    network: networkName(version.network),
    asset: version.asset,
    decimals: version.decimals,
  })
  const rows: { label: string; was: ReactNode; is: ReactNode; differs: boolean }[] = [
    {
      label: t('recipients.address'),
      was: before && <AddressView address={before.address} perRow={14} />,
      is: address,
      differs: before !== undefined && before.address !== version.address,
    },
    {
      label: t('request.memo'),
      was: before && memoOf(before),
      is: memoOf(version),
      differs: before !== undefined && before.memo !== version.memo,
    },
  ]
  return (
    <dl className="diff">
      {rows
        .toSorted((a, b) => Number(b.differs) - Number(a.differs))
        .map(({ label, was, is, differs }) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            {differs && before ? (
              <>
                <dd className="diff-was">
                  <span className="muted">{t('recipient.short', { number: before.number })}</span>
                  {was}
                </dd>
                <dd className="diff-is">
                  <b className="tone-look">{t('recipient.short', { number: version.number })}</b>
                  {is}
                </dd>
              </>
            ) : (
              <dd>{is}</dd>
            )}
          </div>
        ))}
      <div>
        <dt className="muted">{before ? t('recipient.same') : t('recipient.network')}</dt>
        <dd>{rest}</dd>
      </div>
    </dl>
  )
}

interface ProposedProps {
  readonly recipient: Recipient
  readonly version: RecipientVersion
  readonly before: RecipientVersion | undefined
  readonly evidence: Evidence | undefined
  readonly onDiscard: () => void
  readonly onHold: () => void
  readonly onReject: () => void
  /** Where it waits for a second person. */
  readonly approval: PayeeApproval | undefined
}

export const Proposed = (props: ProposedProps) => {
  const { recipient, version, before, evidence, approval } = props
  const { t } = useTranslation()
  const { data: session } = useSession()
  const { number, status, recipient_version_id, address } = version
  const seen = ({ evidence_id, evidence_digest }: Evidence) => ({
    evidence_id,
    evidence_digest,
    version: recipient.version,
  })
  const verb = t('recipient.activate', { number })
  const activate = useMutation({
    mutationFn: async (found: Evidence) => {
      await api.recipients.activateVersion(recipient.recipient_id, recipient_version_id, seen(found))
    },
    onSettled: () => queries.invalidateQueries(),
    meta: { confirms: verb, address },
  })
  const approving = t('recipient.approve', { number })
  const approve = useMutation({
    mutationFn: async (found: Evidence) => {
      await api.recipients.approveVersion(recipient.recipient_id, recipient_version_id, seen(found))
    },
    onSettled: () => queries.invalidateQueries(),
    meta: { confirms: approving, address },
  })
  const fault = activate.error ?? approve.error
  const is_mine = version.requested_by === session?.account.account_id
  const may_activate = status === 'verified' || (status === 'awaiting_approval' && approval?.lapsed === true)
  const may_approve = approval !== undefined && !approval.lapsed && !is_mine
  return (
    <section className="card">
      <div className="card-title card-row">
        <h2 className="heading-shown">
          {before ? t('recipient.against', { number, before: before.number }) : t('recipient.version', { number })}
          <Status of={status} />
        </h2>
        <div className="actions">
          <Beyond>
            <Stop {...props} />
          </Beyond>
          {may_activate && evidence && (
            <Go disabled={activate.isPending} onClick={() => activate.mutate(evidence)}>
              {verb}
            </Go>
          )}
          {may_approve && (
            <Go disabled={approve.isPending} onClick={() => approve.mutate(approval.evidence)}>
              {approving}
            </Go>
          )}
        </div>
      </div>
      <Means {...props} is_mine={is_mine} />
      {fault ? (
        <div className="in-card">
          <Fault error={fault} />
        </div>
      ) : null}
      <Diff version={version} before={before} />
    </section>
  )
}

interface Pressed {
  readonly disabled: boolean
  readonly onClick: () => void
  readonly children: string
}

const Go = ({ disabled, onClick, children }: Pressed) => (
  <button type="button" className="button" data-size="small" data-kind="primary" disabled={disabled} onClick={onClick}>
    {children}
  </button>
)

const Stop = ({ version: { status, number }, approval, onDiscard, onHold, onReject }: ProposedProps) => {
  const { t } = useTranslation()
  const [label, onClick] =
    approval || status === 'awaiting_approval'
      ? [t('recipient.reject', { number }), onReject]
      : status === 'cooling'
        ? [t('recipient.hold', { number }), onHold]
        : [t('recipient.discard'), onDiscard]
  return (
    <button type="button" className="button" data-size="small" data-kind="stop" onClick={onClick}>
      {label}
    </button>
  )
}

/** What it means that this version is here. */
const Means = ({ recipient, version, before, approval, is_mine }: ProposedProps & { readonly is_mine: boolean }) => {
  const { t } = useTranslation()
  const { number, status, activates_at } = version
  if (approval?.lapsed) return <Notice lead={t('recipient.lapsed')}>{t('recipient.lapsedDo')}</Notice>
  if (approval) {
    const at = momentOf(approval.expires_at)
    const who = approval.requested_by_email ?? t('recipient.somebody')
    return is_mine ? (
      <Notice lead={t('recipient.waitingMine')}>{t('recipient.waitingMineDo', { at })}</Notice>
    ) : (
      <Notice lead={t('recipient.waiting', { who, name: recipient.name })}>{t('recipient.waitingDo', { at })}</Notice>
    )
  }
  if (status === 'cooling' && activates_at !== null)
    return (
      <Notice lead={t('recipient.cooling', { number, at: momentOf(activates_at) })}>{t('recipient.coolingDo')}</Notice>
    )
  return before ? (
    <Notice lead={t('recipient.changesTitle')}>{t('recipient.changes', { before: before.number })}</Notice>
  ) : null
}

const Notice = ({ lead, children }: { readonly lead: string; readonly children: string }) => (
  <div className="notice in-card" data-tone="look">
    <StatusGlyph tone="look" glyph="alert" />
    <p>
      <b>{lead}</b> {children}
    </p>
  </div>
)

/** The questions before a payee or a version of it is stopped, each with what follows from it. */
import type { Recipient, RecipientVersion } from '@pursestrings/sdk'
import { AddressView } from '@pursestrings/ui/AddressView'
import { Field } from '@pursestrings/ui/Field'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Confirm, Dialog, DialogButtons } from '../frame/Dialog.tsx'
import { Fault } from '../frame/Fault.tsx'

interface OfPayee {
  readonly recipient: Recipient
  readonly onClose: () => void
}
export interface OfVersion extends OfPayee {
  readonly version: RecipientVersion
}

const again = async (change: PromiseLike<unknown>): Promise<void> => {
  await change
  await queries.invalidateQueries()
}

export const Retire = ({ recipient: { recipient_id, name }, onClose }: OfPayee) => {
  const { t } = useTranslation()
  return (
    <Confirm
      title={t('retire.title', { name })}
      verb={t('retire.go', { name })}
      run={() => again(api.recipients.update(recipient_id, { status: 'retired' }))}
      onClose={onClose}
    >
      <p>{t('retire.means')}</p>
      <p>{t('retire.final')}</p>
    </Confirm>
  )
}

export const Discard = ({ version: { recipient_id, recipient_version_id, number }, onClose }: OfVersion) => {
  const { t } = useTranslation()
  return (
    <Confirm
      title={t('discard.title', { number })}
      verb={t('discard.go', { number })}
      run={() => again(api.recipients.stopVersion(recipient_id, recipient_version_id, { action: 'discard' }))}
      onClose={onClose}
    >
      <p>{t('discard.means')}</p>
    </Confirm>
  )
}

export const Hold = ({ version: { recipient_id, recipient_version_id, number }, onClose }: OfVersion) => {
  const { t } = useTranslation()
  return (
    <Confirm
      title={t('hold.title', { number })}
      verb={t('recipient.hold', { number })}
      run={() => again(api.recipients.stopVersion(recipient_id, recipient_version_id, { action: 'hold' }))}
      onClose={onClose}
    >
      <p>{t('hold.means')}</p>
    </Confirm>
  )
}

/** A second person's no. */
export const Reject = ({ version: { recipient_id, recipient_version_id, number }, onClose }: OfVersion) => {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const said = reason.trim()
  return (
    <Confirm
      title={t('reject.title', { number })}
      verb={t('recipient.reject', { number })}
      run={() =>
        again(
          api.recipients.stopVersion(recipient_id, recipient_version_id, {
            action: 'hold',
            ...(said !== '' && { note: said }),
          }),
        )
      }
      onClose={onClose}
    >
      <p>{t('reject.means')}</p>
      <Field label={t('reject.reason')} maxLength={200} value={reason} onChange={setReason} hint={t('reject.hint')} />
    </Confirm>
  )
}

const REASONS = ['compromised', 'mistake'] as const

export const Recall = ({ recipient, version, onClose }: OfVersion) => {
  const { t } = useTranslation()
  const { recipient_id, recipient_version_id, number, address } = version
  const [reason, setReason] = useState<(typeof REASONS)[number]>('compromised')
  const [typed, setTyped] = useState('')
  const recall = useMutation({
    mutationFn: () =>
      again(api.recipients.stopVersion(recipient_id, recipient_version_id, { action: 'recall', reason })),
    onSuccess: onClose,
  })
  const verb = t('recall.open', { number })
  return (
    <Dialog
      title={t('recall.title', { number, name: recipient.name })}
      onClose={onClose}
      onSubmit={() => recall.mutate()}
      foot={
        <DialogButtons
          onClose={onClose}
          kind="danger"
          disabled={typed.trim().toLowerCase() !== t('recall.word') || recall.isPending}
        >
          {verb}
        </DialogButtons>
      }
    >
      <AddressView address={address} />
      <fieldset className="reasons">
        <legend>{t('recall.why')}</legend>
        {REASONS.map((one) => (
          <label key={one}>
            <input type="radio" name="reason" checked={reason === one} onChange={() => setReason(one)} />
            <span>
              <b>{t(`recall.reasons.${one}`)}</b>
              <span className="muted">{one}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Consequences recipient={recipient} version={version} />
      <Field
        label={t('recall.type')}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {recall.error ? <Fault error={recall.error} /> : null}
    </Dialog>
  )
}

const Consequences = ({ recipient, version }: Omit<OfVersion, 'onClose'>) => {
  const { t } = useTranslation()
  const { recipient_id, recipient_version_id } = version
  const preview = useQuery({
    queryKey: ['recall', recipient_version_id],
    queryFn: () => api.recipients.readVersion(recipient_id, recipient_version_id).then((answer) => answer.recall),
  })
  if (preview.error) return <Fault error={preview.error} onAgain={() => void preview.refetch()} />
  const { pending = 0, under_way = 0 } = preview.data ?? {}
  return (
    <section className="consequences" aria-busy={preview.isPending}>
      <h3>{t('recall.happens')}</h3>
      <ul>
        <li>
          <StatusGlyph {...(pending > 0 ? { tone: 'stop', glyph: 'cross' } : { tone: 'idle', glyph: 'bar' })} />
          <span>
            <b>{t('recall.pending', { count: pending })}</b> {pending > 0 && t('recall.pendingMeans')}
          </span>
        </li>
        {under_way > 0 && (
          <li>
            <StatusGlyph tone="look" glyph="alert" />
            <span>
              <b>{t('recall.underWay', { count: under_way })}</b> {t('recall.underWayMeans')}
            </span>
          </li>
        )}
        {recipient.active_version_id === recipient_version_id && (
          <li>
            <StatusGlyph tone="stop" glyph="cross" />
            <span>
              <b>{t('recall.noLive', { name: recipient.name })}</b> {t('recall.noLiveMeans')}
            </span>
          </li>
        )}
        <li>
          <StatusGlyph tone="idle" glyph="alert" />
          <span>{t('recall.final')}</span>
        </li>
      </ul>
    </section>
  )
}

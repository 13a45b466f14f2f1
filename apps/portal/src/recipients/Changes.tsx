/** The forms that change a payee: another name, or another address in a new version. */
import type { Recipient, RecipientVersion } from '@pursestrings/sdk'
import { AddressView } from '@pursestrings/ui/AddressView'
import { Field } from '@pursestrings/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { useUpdate } from '../frame/Conflict.tsx'
import { Dialog, DialogButtons } from '../frame/Dialog.tsx'
import { Fault } from '../frame/Fault.tsx'

interface Props {
  readonly recipient: Recipient
  readonly onClose: () => void
}

export const Rename = ({ recipient, onClose }: Props) => {
  const { t } = useTranslation()
  const { recipient_id } = recipient
  const [name, setName] = useState(recipient.name)
  const update = useUpdate({
    saved: { values: { name: recipient.name }, version: recipient.version },
    read: async () => {
      const { recipient: now } = await api.recipients.read(recipient_id)
      return { values: { name: now.name }, version: now.version }
    },
    write: async (mine, version) => {
      await api.recipients.update(recipient_id, { ...mine, version })
    },
    rows: { name: { label: t('recipients.name') } },
    onDone: onClose,
  })
  const wanted = name.trim()
  return (
    <Dialog
      title={t('rename.title', { name: recipient.name })}
      onClose={onClose}
      onSubmit={() => update.mutate({ name: wanted })}
      foot={
        <DialogButtons onClose={onClose} disabled={update.isPending || wanted === '' || wanted === recipient.name}>
          {t('rename.go')}
        </DialogButtons>
      }
    >
      <Field label={t('recipients.name')} required maxLength={120} value={name} onChange={setName} />
      <p className="muted">{t('rename.means')}</p>
      {update.error ? <Fault error={update.error} /> : null}
      {update.conflict}
    </Dialog>
  )
}

interface Addition extends Props {
  /** Serves now, or is the newest. */
  readonly before: RecipientVersion
}

export const AddVersion = ({ recipient, before, onClose }: Addition) => {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const [memo, setMemo] = useState(before.memo ?? '')
  const facts = { address: address.trim(), memo: memo.trim() }
  const same = facts.address === before.address && facts.memo === (before.memo ?? '')
  const add = useMutation({
    async mutationFn() {
      // Read just now: adding replaces nothing, so a change by someone else meanwhile is no conflict.
      const { recipient: now } = await api.recipients.read(recipient.recipient_id)
      await api.recipients.addVersion(recipient.recipient_id, {
        network: before.network,
        asset: before.asset,
        address: facts.address,
        ...(before.issuer !== null && { issuer: before.issuer }),
        ...(before.contract !== null && { contract: before.contract }),
        ...(facts.memo !== '' && { memo: facts.memo }),
        version: now.version,
      })
    },
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <Dialog
      title={t('addVersion.title', { name: recipient.name })}
      onClose={onClose}
      onSubmit={() => add.mutate()}
      foot={
        <DialogButtons onClose={onClose} disabled={add.isPending || same}>
          {t('addVersion.go')}
        </DialogButtons>
      }
    >
      <p className="muted">
        {recipient.active_version_id === null
          ? t('addVersion.leadFirst')
          : t('addVersion.lead', { before: before.number })}
      </p>
      <div>
        <h3>{t('addVersion.now')}</h3>
        <AddressView address={before.address} />
      </div>
      <Field
        label={t('recipients.address')}
        className="mono"
        required
        spellCheck={false}
        maxLength={128}
        value={address}
        onChange={setAddress}
        {...(same && { hint: t('addVersion.same', { before: before.number }) })}
      />
      <Field label={t('recipients.memo')} maxLength={64} value={memo} onChange={setMemo} />
      {add.error ? <Fault error={add.error} /> : null}
    </Dialog>
  )
}

/** Where does money go? Every payee with how it stands; the first one is added here too. */
import type { ListedRecipient } from '@pursestrings/sdk'
import { Field } from '@pursestrings/ui/Field'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api, queries } from '../client.ts'
import { dayOf } from '../frame/day.ts'
import { Rows } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Approvals } from './Approvals.tsx'

export const Recipients = () => {
  const { t } = useTranslation()
  const list = useQuery({ queryKey: ['recipients'], queryFn: () => api.recipients.list().toArray({ limit: 100 }) })
  const howUsed = (domain: string, count: number, listed: ListedRecipient['listed']) =>
    [
      listed
        ? t('recipients.foundOn', { domain, day: dayOf(listed.seen_at) })
        : t('recipients.confirmedBy', { domain }),
      count === 0 ? t('recipients.noRequests') : t('recipients.requests', { count }),
    ].join(', ')
  return (
    <div className="page">
      <Heading title={t('recipients.title')} />
      <Loading of={list} />
      <Approvals />
      <Rows
        rows={list.data?.map(({ recipient_id, name, status, domain, active_version, listed }) => ({
          to: `/recipients/${recipient_id}`,
          name,
          look: status,
          ...(domain !== null && active_version && { note: howUsed(domain, active_version.request_count, listed) }),
        }))}
      />
      <AddRecipient />
    </div>
  )
}

const AddRecipient = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [asset, setAsset] = useState('XLM')
  const [issuer, setIssuer] = useState('')
  const [memo, setMemo] = useState('')
  const issued = asset.trim() !== 'XLM'
  const add = useMutation({
    mutationFn: () =>
      api.recipients
        .create({
          name: name.trim(),
          network: 'stellar_testnet',
          asset: asset.trim(),
          ...(issued && { issuer: issuer.trim() }),
          address: address.trim(),
          ...(memo !== '' && { memo }),
        })
        .then((answer) => answer),
    onSuccess({ recipient }) {
      void queries.invalidateQueries({ queryKey: ['recipients'] })
      void navigate(`/recipients/${recipient.recipient_id}`)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <section className="card pad">
      <h2>{t('recipients.add')}</h2>
      <p className="muted">{t('recipients.lead')}</p>
      <form className="stack-form" onSubmit={submit}>
        <Field label={t('recipients.name')} required maxLength={120} value={name} onChange={setName} />
        <Field
          label={t('recipients.address')}
          className="mono"
          required
          spellCheck={false}
          maxLength={128}
          value={address}
          onChange={setAddress}
          hint={t('recipients.addressHint')}
        />
        <Field
          label={t('recipients.asset')}
          required
          spellCheck={false}
          maxLength={12}
          value={asset}
          onChange={setAsset}
          hint={t('recipients.assetHint')}
        />
        {issued && (
          <Field
            label={t('recipients.issuer')}
            className="mono"
            required
            spellCheck={false}
            maxLength={128}
            value={issuer}
            onChange={setIssuer}
            hint={t('recipients.issuerHint')}
          />
        )}
        <Field label={t('recipients.memo')} maxLength={64} value={memo} onChange={setMemo} />
        {add.error ? <Fault error={add.error} /> : null}
        <button type="submit" className="button" data-kind="primary" disabled={add.isPending}>
          {t('recipients.go')}
        </button>
      </form>
    </section>
  )
}

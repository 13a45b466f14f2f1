/** The organization's own name, which payers see. */
import type { Merchant } from '@countersign/sdk'
import { Field } from '@countersign/ui/Field'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { useUpdate } from '../frame/Conflict.tsx'
import { Copy } from '../frame/Copy.tsx'
import { Fault } from '../frame/Fault.tsx'
import { useSession } from '../session.ts'
import { CoolingOff } from './CoolingOff.tsx'
import { Section } from './Section.tsx'

export const Organization = () => {
  const { t } = useTranslation()
  const { data: session } = useSession()
  const id = session?.merchant.merchant_id ?? ''
  const read = useQuery({ queryKey: ['merchant', id], queryFn: () => api.merchants.read(id).then((answer) => answer) })
  const may_rename = session?.role === 'owner' || session?.role === 'admin'
  return (
    <>
      {read.error ? <Fault error={read.error} onAgain={() => void read.refetch()} /> : null}
      <Section title={t('settings.organization.title')} lead={t('settings.organization.lead')}>
        {read.data && <Name merchant={read.data.merchant} may_rename={may_rename} />}
      </Section>
      <CoolingOff />
      <Section title={t('settings.organization.id')} lead={t('settings.organization.idLead')}>
        <p className="pad settings-id">
          <span className="mono">{id}</span> <Copy value={id} what={t('settings.organization.id')} />
        </p>
      </Section>
    </>
  )
}

const Name = ({ merchant, may_rename }: { readonly merchant: Merchant; readonly may_rename: boolean }) => {
  const { t } = useTranslation()
  const { merchant_id, version } = merchant
  const [name, setName] = useState(merchant.name)
  const update = useUpdate({
    saved: { values: merchant, version },
    read: () => api.merchants.read(merchant_id).then(({ merchant: now }) => ({ values: now, version: now.version })),
    write: (mine, over) =>
      api.merchants.update(merchant_id, { name: mine.name, version: over }).then((answer) => answer),
    rows: { name: { label: t('settings.organization.name') } },
    onDone: (now) => setName(now.name),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate({ name: name.trim() })
  }
  return (
    <form className="pad stack-form" onSubmit={submit}>
      <Field
        label={t('settings.organization.name')}
        required
        maxLength={120}
        value={name}
        onChange={setName}
        readOnly={!may_rename}
        hint={t(may_rename ? 'settings.organization.hint' : 'settings.organization.ask')}
      />
      {update.error ? <Fault error={update.error} /> : null}
      {may_rename && (
        <button
          type="submit"
          className="button"
          data-kind="primary"
          disabled={update.isPending || name.trim() === merchant.name}
        >
          {t('settings.save')}
        </button>
      )}
      {update.conflict}
    </form>
  )
}

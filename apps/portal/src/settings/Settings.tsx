/** Who are we, how do I get in, and how does it look? One tab each; the address keeps which one is open. */
import type { Merchant } from '@pursestrings/sdk'
import { Field } from '@pursestrings/ui/Field'
import { SCHEMES, setScheme, useScheme } from '@pursestrings/ui/scheme'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api, queries } from '../client.ts'
import { useUpdate } from '../frame/Conflict.tsx'
import { momentOf } from '../frame/day.ts'
import { Copy } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Tabs } from '../frame/Tabs.tsx'
import { useSession } from '../session.ts'
import { Passkeys } from './Passkeys.tsx'
import { Section } from './Section.tsx'
import { Sessions } from './Sessions.tsx'
import { TwoPeople } from './TwoPeople.tsx'
import { useOrganization } from './use-organization.ts'
import './settings.css'

const Appearance = () => {
  const { t } = useTranslation()
  const { kept } = useScheme()
  return (
    <Section title={t('appearance.title')} lead={t('appearance.lead')}>
      <fieldset className="pad options">
        <legend className="visually-hidden">{t('appearance.title')}</legend>
        {SCHEMES.map((scheme) => (
          <label key={scheme} className="option">
            <input type="radio" name="scheme" checked={kept === scheme} onChange={() => setScheme(scheme)} />
            <b>{t(`appearance.${scheme}`)}</b>
          </label>
        ))}
      </fieldset>
    </Section>
  )
}

// How long does a new address wait before it's paid? Longer counts at once, shorter only later.

const DAY_S = 86_400
const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

const CoolingOff = () => {
  const { t } = useTranslation()
  const field = useId()
  const { data: session } = useSession()
  const read = useOrganization()
  const change = useMutation({
    mutationFn: (days: number) =>
      api.merchants.update('current', { cooling_off_s: days * DAY_S }).then((answer) => answer),
    onSettled: () => queries.invalidateQueries({ queryKey: ['merchant'] }),
  })
  const now = read.data?.cooling_off
  const fault = read.error ?? change.error
  return (
    <Section title={t('settings.coolingOff.title')} lead={t('settings.coolingOff.lead')}>
      <div className="pad">
        {fault ? <Fault error={fault} /> : null}
        {now && (
          <div className="field">
            <label htmlFor={field}>{t('settings.coolingOff.label')}</label>
            <select
              id={field}
              value={(now.lowers_to_s ?? now.cooling_off_s) / DAY_S}
              disabled={session?.role !== 'owner' || change.isPending}
              onChange={({ target }) => change.mutate(Number(target.value))}
            >
              {DAYS.map((days) => (
                <option key={days} value={days}>
                  {t('settings.coolingOff.days', { count: days })}
                </option>
              ))}
            </select>
          </div>
        )}
        {now && now.lowers_at !== null && (
          <p role="status">
            {t('settings.coolingOff.later', {
              count: now.cooling_off_s / DAY_S,
              when: momentOf(now.lowers_at),
            })}
          </p>
        )}
        {session?.role !== 'owner' && <p className="muted">{t('settings.coolingOff.ask')}</p>}
      </div>
    </Section>
  )
}

/** The organization's own name, which payers see. */
const Organization = () => {
  const { t } = useTranslation()
  const { data: session } = useSession()
  const id = session?.merchant.merchant_id ?? ''
  const read = useOrganization()
  const may_rename = session?.role === 'owner' || session?.role === 'admin'
  return (
    <>
      <Loading of={read} as="card" lines={6} />
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

const TABS = ['organization', 'security', 'appearance'] as const

export const Settings = () => {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const open = TABS.find((name) => name === query.get('tab')) ?? 'organization'
  return (
    <div className="page">
      <Heading title={t('settings.title')} />
      <Tabs
        label={t('settings.title')}
        tabs={TABS.map((name) => ({ name, title: t(`settings.tabs.${name}`) }))}
        open={open}
        onOpen={(tab) => setQuery({ tab }, { replace: true })}
      >
        {open === 'organization' && <Organization />}
        {open === 'security' && (
          <>
            <Passkeys />
            <Sessions />
            <TwoPeople />
          </>
        )}
        {open === 'appearance' && <Appearance />}
      </Tabs>
    </div>
  )
}

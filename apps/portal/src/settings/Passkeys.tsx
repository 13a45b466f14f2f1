/** Your passkeys: added in this browser, and removed. */
import type { Passkey } from '@pursestrings/sdk'
import { Field } from '@pursestrings/ui/Field'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Ago } from '../frame/Ago.tsx'
import { Confirm, Dialog, DialogButtons } from '../frame/Dialog.tsx'
import { dayOf } from '../frame/day.ts'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Loading } from '../frame/Loading.tsx'
import { makePasskey } from '../step-up/passkey.ts'
import { Section } from './Section.tsx'

type Open = 'add' | Passkey

const add = async (name: string): Promise<void> => {
  const attestation = await makePasskey(await api.passkeys.createChallenge({ purpose: 'register' }))
  await api.passkeys.register({ name, attestation })
}

export const Passkeys = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  const list = useQuery({ queryKey: ['passkeys'], queryFn: () => api.passkeys.list().toArray({ limit: 100 }) })
  const close = () => {
    setOpen(undefined)
    void queries.invalidateQueries()
  }
  return (
    <Section title={t('passkeys.title')} lead={t('passkeys.lead')}>
      <Loading of={list} />
      {list.data?.length === 0 && <p className="pad muted">{t('passkeys.empty')}</p>}
      <ul className="rows">
        {list.data?.map((passkey) => (
          <li key={passkey.passkey_id}>
            <Icon name="passkey" />
            <About passkey={passkey} />
            <span className="row-actions">
              {passkey.leaves_at === null && (
                <button type="button" className="link" data-kind="stop" onClick={() => setOpen(passkey)}>
                  {t('passkeys.remove')} <span className="visually-hidden">{passkey.name}</span>
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="card-foot">
        <button type="button" className="button" data-size="small" onClick={() => setOpen('add')}>
          {t('passkeys.add')}
        </button>
      </p>
      {open === 'add' && <Add onClose={close} />}
      {typeof open === 'object' && (
        <Confirm
          title={t('passkeys.removeTitle', { name: open.name })}
          verb={t('passkeys.removeVerb')}
          run={() => api.passkeys.remove(open.passkey_id)}
          onClose={close}
        >
          <p>{t('passkeys.removeMeans')}</p>
        </Confirm>
      )}
    </Section>
  )
}

const About = ({ passkey: { name, created_at, last_used_at, leaves_at } }: { readonly passkey: Passkey }) => {
  const { t } = useTranslation()
  return (
    <span className="row-what">
      <b>{name}</b>
      <span className="muted rows-note">
        {t('passkeys.added', { date: dayOf(created_at) })}
        {', '}
        {last_used_at === null ? t('passkeys.unused') : t('passkeys.used')}{' '}
        {last_used_at !== null && <Ago at={last_used_at} />}
      </span>
      {leaves_at !== null && (
        <span className="rows-note tone-look">
          {t('passkeys.leaves', { time: new Date(leaves_at).toLocaleString() })}
        </span>
      )}
    </span>
  )
}

const Add = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const title = t('passkeys.add')
  const act = useMutation({ mutationFn: () => add(name.trim()), onSuccess: onClose, meta: { confirms: title } })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => act.mutate()}
      foot={
        <DialogButtons onClose={onClose} disabled={act.isPending}>
          {t('passkeys.go')}
        </DialogButtons>
      }
    >
      <Field
        label={t('passkeys.name')}
        required
        maxLength={120}
        value={name}
        onChange={setName}
        hint={t('passkeys.hint')}
      />
      {act.error ? <Fault error={act.error} /> : null}
    </Dialog>
  )
}

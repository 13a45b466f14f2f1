/** Signed in: into which organization? Those that invited you are marked, and choosing one accepts. */
import type { MerchantChoice } from '@pursestrings/sdk'
import { Field } from '@pursestrings/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { forgetSession } from '../session.ts'

export interface Verified {
  readonly account: { readonly email: string }
  readonly merchant_choices: readonly MerchantChoice[]
  readonly grant: string
}

type Wanted = { readonly choice: string } | { readonly name: string }

export const Choose = ({ account, merchant_choices, grant }: Verified) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [creating, setCreating] = useState(merchant_choices.length === 0)
  const enter = useMutation({
    async mutationFn(wanted: Wanted) {
      const opening =
        'choice' in wanted
          ? { grant, choice: wanted.choice }
          : { grant: (await api.merchants.create({ grant, name: wanted.name })).grant }
      await api.merchantSessions.open(opening)
    },
    onSuccess() {
      forgetSession()
      void navigate('/', { replace: true })
    },
  })
  if (creating) {
    return <Create enter={enter} {...(merchant_choices.length > 0 && { onBack: () => setCreating(false) })} />
  }
  return (
    <>
      <Heading title={t('verify.chooseTitle')} lead={t('verify.chooseLead', { email: account.email })} />
      <ul className="door-form">
        {merchant_choices.map(({ choice, name, status, role }) => (
          <li key={choice}>
            <button
              type="button"
              className="button"
              disabled={enter.isPending}
              onClick={() => enter.mutate({ choice })}
            >
              {status === 'invited' ? t('verify.join', { name }) : name}
            </button>
            {status === 'invited' && (
              <p className="muted door-note">{t('verify.invited', { role: t(`roles.${role}.name`) })}</p>
            )}
          </li>
        ))}
      </ul>
      {enter.error ? <Fault error={enter.error} /> : null}
      <button type="button" className="link" onClick={() => setCreating(true)}>
        {t('verify.another')}
      </button>
    </>
  )
}

interface CreateProps {
  readonly enter: { readonly isPending: boolean; readonly error: unknown; mutate(wanted: Wanted): void }
  readonly onBack?: () => void
}

const Create = ({ enter, onBack }: CreateProps) => {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enter.mutate({ name: name.trim() })
  }
  return (
    <>
      <Heading title={t('verify.createTitle')} lead={t('verify.createLead')} />
      <form className="door-form" onSubmit={submit}>
        <Field
          label={t('verify.name')}
          autoComplete="organization"
          required
          maxLength={120}
          value={name}
          onChange={setName}
        />
        {enter.error ? <Fault error={enter.error} /> : null}
        <button type="submit" className="button" data-kind="primary" disabled={enter.isPending}>
          {t('verify.create')}
        </button>
        {onBack && (
          <button type="button" className="link" onClick={onBack}>
            {t('verify.back')}
          </button>
        )}
      </form>
    </>
  )
}

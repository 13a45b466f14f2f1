/** Signed in: into which organization? Where there is one, nobody is asked. Those that invited you are marked, and choosing one accepts. */
import type { MerchantChoice } from '@pursestrings/sdk'
import { Field } from '@pursestrings/ui/Field'
import { type Act, useAct } from '@pursestrings/ui/use-act'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Heading } from '../frame/Heading.tsx'
import { client } from './client.ts'
import { DoorFault } from './DoorFault.tsx'

export interface Verified {
  readonly account: { readonly email: string }
  readonly merchant_choices: readonly MerchantChoice[]
  readonly grant: string
}

interface Props extends Verified {
  /** Also where there is one: to name another. */
  readonly asks?: boolean
}

type Wanted = { readonly choice: string } | { readonly name: string }

export const Choose = ({ account, merchant_choices, grant, asks = false }: Props) => {
  const { t } = useTranslation()
  const [creating, setCreating] = useState(merchant_choices.length === 0)
  const enter = useAct(async (wanted: Wanted) => {
    const api = await client()
    const opening =
      'choice' in wanted
        ? { grant, choice: wanted.choice }
        : { grant: (await api.merchants.create({ grant, name: wanted.name })).grant }
    await api.merchantSessions.open(opening)
    location.replace('/')
    // Until the other page is there, this one stays as it is.
    await new Promise(() => {})
  })
  const [first, ...others] = merchant_choices
  const only = asks || others.length > 0 || first?.status === 'invited' ? undefined : first
  const has_entered = useRef(false)
  useEffect(() => {
    if (!only || has_entered.current) return
    has_entered.current = true
    enter.mutate({ choice: only.choice })
  })
  if (only && !enter.error) {
    return (
      <Heading
        title={t('verify.entering', { name: only.name })}
        lead={t('verify.chooseLead', { email: account.email })}
      />
    )
  }
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
      <DoorFault error={enter.error} />
      <button type="button" className="link" onClick={() => setCreating(true)}>
        {t('verify.another')}
      </button>
    </>
  )
}

interface CreateProps {
  readonly enter: Act<Wanted, void>
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
        <DoorFault error={enter.error} />
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

/**
 * The page behind a sign-in link. Opening it uses nothing up, since mail scanners do that too: a person presses the button.
 * The token leaves the address bar at once.
 */
import { ApiError, type MerchantChoice } from '@countersign/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { Field } from '../frame/Field.tsx'
import { Heading } from '../frame/Heading.tsx'
import { forgetSession } from '../session.ts'
import { Door } from './Door.tsx'

const takeToken = (): string | undefined => {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined
  if (token !== undefined) history.replaceState(history.state, '', location.pathname)
  return token
}
/** Read once, when the script loads: React may run a component's first render twice. */
const TOKEN = takeToken()

interface Verified {
  readonly account: { readonly email: string }
  readonly merchant_choices: readonly MerchantChoice[]
  readonly session_grant: string
}

export const Verify = () => {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const verify = useMutation({
    mutationFn: (token: string): Promise<Verified> =>
      api.merchantAccounts
        .verifyEmail({ token, ...(code.trim() !== '' && { code: code.trim() }) })
        .then((answer) => answer),
  })
  if (verify.data) {
    return (
      <Door>
        <Choose {...verify.data} />
      </Door>
    )
  }
  const refused = verify.error instanceof ApiError ? verify.error : undefined
  const spent = refused?.status === 410
  if (TOKEN === undefined || spent) {
    return (
      <Door>
        <Heading title={t(spent ? 'verify.spent' : 'verify.none')} />
        <Link className="button" data-kind="primary" to="/sign-in">
          {t('verify.newLink')}
        </Link>
      </Door>
    )
  }
  // The link was asked for in another browser, which shows a code.
  const asks_code = refused?.code === 'sign_in_code_required'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    verify.mutate(TOKEN)
  }
  return (
    <Door>
      <Heading title={t('verify.title')} lead={t(asks_code ? 'verify.codeLead' : 'verify.lead')} />
      <form className="door-form" onSubmit={submit}>
        {asks_code && (
          <Field
            label={t('verify.code')}
            className="mono"
            required
            autoComplete="one-time-code"
            autoCapitalize="characters"
            maxLength={20}
            value={code}
            onChange={setCode}
          />
        )}
        {verify.error && !(asks_code && code === '') ? <Fault error={verify.error} /> : null}
        <button type="submit" className="button" data-kind="primary" disabled={verify.isPending}>
          {t('verify.go')}
        </button>
      </form>
    </Door>
  )
}

type Wanted = { readonly choice: string } | { readonly name: string }

const Choose = ({ account, merchant_choices, session_grant }: Verified) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [creating, setCreating] = useState(merchant_choices.length === 0)
  const enter = useMutation({
    async mutationFn(wanted: Wanted) {
      const opening =
        'choice' in wanted
          ? { grant: session_grant, choice: wanted.choice }
          : { grant: (await api.merchants.create({ grant: session_grant, name: wanted.name })).next_grant }
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
        {merchant_choices.map(({ choice, name }) => (
          <li key={choice}>
            <button
              type="button"
              className="button"
              disabled={enter.isPending}
              onClick={() => enter.mutate({ choice })}
            >
              {name}
            </button>
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

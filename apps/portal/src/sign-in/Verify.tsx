/**
 * The page behind a sign-in link. Opening it uses nothing up, since mail scanners do that too: a person presses the button.
 * The token leaves the address bar at once.
 */
import { ApiError } from '@pursestrings/sdk'
import { Field } from '@pursestrings/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Choose, type Verified } from './Choose.tsx'
import { Door } from './Door.tsx'

const takeToken = (): string | undefined => {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined
  if (token !== undefined) history.replaceState(history.state, '', location.pathname)
  return token
}
/** Read once, when the script loads: React may run a component's first render twice. */
const TOKEN = takeToken()

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

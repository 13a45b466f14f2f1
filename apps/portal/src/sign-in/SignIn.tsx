/** How do I get in? An address, then a look into the mailbox. */

import { Field } from '@pursestrings/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Icon } from '../frame/Icon.tsx'
import { useModules } from '../frame/use-service.ts'
import { useSession } from '../session.ts'
import { Choose } from './Choose.tsx'
import { Door } from './Door.tsx'
import { signInByPasskey } from './sign-in-by-passkey.ts'

const AGAIN_AFTER_S = 30

export const SignIn = () => {
  const { t } = useTranslation()
  const { data: session } = useSession()
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () => api.merchantAccounts.register({ email: email.trim(), bind: true }).then((answer) => answer),
  })
  const passkey = useMutation({ mutationFn: signInByPasskey })
  const has_passkeys = useModules() && 'PublicKeyCredential' in globalThis
  if (session) return <Navigate to="/" replace />
  if (passkey.data) {
    return (
      <Door>
        <Choose {...passkey.data} />
      </Door>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate()
  }
  if (ask.isSuccess) {
    return (
      <Door>
        <Sent email={email.trim()} code={ask.data.code} onAgain={() => ask.mutate()} onOther={() => ask.reset()} />
      </Door>
    )
  }
  return (
    <Door>
      <Heading title={t('signIn.title')} lead={t('signIn.lead')} />
      <form className="door-form" onSubmit={submit}>
        <Field
          label={t('signIn.email')}
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          value={email}
          onChange={setEmail}
        />
        {ask.error ? <Fault error={ask.error} /> : null}
        <button type="submit" className="button" data-kind="primary" disabled={ask.isPending}>
          {t('signIn.send')}
        </button>
        {has_passkeys && (
          <>
            <p className="door-or muted">{t('signIn.or')}</p>
            {passkey.error ? <Fault error={passkey.error} /> : null}
            <button type="button" className="button" disabled={passkey.isPending} onClick={() => passkey.mutate()}>
              <Icon name="passkey" />
              {t('signIn.passkey')}
            </button>
          </>
        )}
        <p className="muted">{t('signIn.fine')}</p>
      </form>
    </Door>
  )
}

interface SentProps {
  readonly email: string
  /** For whoever opens the link in another browser than this one. */
  readonly code: string | undefined
  readonly onAgain: () => void
  readonly onOther: () => void
}

const Sent = ({ email, code, onAgain, onOther }: SentProps) => {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState(AGAIN_AFTER_S)
  useEffect(() => {
    const clock = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1000)
    return () => clearInterval(clock)
  }, [])
  const again = () => {
    setSeconds(AGAIN_AFTER_S)
    onAgain()
  }
  return (
    <>
      <Heading title={t('signIn.sentTitle')} lead={t('signIn.sent', { email })} />
      <div className="door-form">
        {code !== undefined && (
          <p>
            {t('signIn.code')} <b className="mono">{code}</b>
          </p>
        )}
        <button type="button" className="button" disabled={seconds > 0} onClick={again}>
          {seconds > 0 ? t('signIn.againIn', { seconds }) : t('signIn.again')}
        </button>
        <button type="button" className="link" onClick={onOther}>
          {t('signIn.other')}
        </button>
      </div>
    </>
  )
}

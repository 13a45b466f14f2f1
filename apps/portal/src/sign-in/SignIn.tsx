/** How do I get in? An address, then a look into the mailbox. */

import { Field } from '@pursestrings/ui/Field'
import { useAct } from '@pursestrings/ui/use-act'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Heading } from '../frame/Heading.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Choose } from './Choose.tsx'
import { client } from './client.ts'
import { Door } from './Door.tsx'
import { DoorFault } from './DoorFault.tsx'

const AGAIN_AFTER_S = 30

export const SignIn = () => {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [modules, setModules] = useState(false)
  const ask = useAct(async () => await (await client()).merchantAccounts.register({ email: email.trim(), bind: true }))
  const passkey = useAct(async () => await (await import('./sign-in-by-passkey.ts')).signInByPasskey())
  useEffect(() => {
    const look = async () => {
      const api = await client()
      void api.service.read().then(({ service }) => setModules(service.extensions === 'all'))
      await api.merchantSessions.readCurrent()
      location.replace('/')
    }
    look().catch(() => {})
  }, [])
  if (passkey.data) {
    return (
      <Door>
        <Choose {...passkey.data} />
      </Door>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate(undefined)
  }
  if (ask.data) {
    return (
      <Door>
        <Sent
          email={email.trim()}
          code={ask.data.code}
          onAgain={() => ask.mutate(undefined)}
          onOther={() => ask.reset()}
        />
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
        <DoorFault error={ask.error} />
        <button type="submit" className="button" data-kind="primary" disabled={ask.isPending}>
          {t('signIn.send')}
        </button>
        {modules && 'PublicKeyCredential' in globalThis && (
          <>
            <p className="door-or muted">{t('signIn.or')}</p>
            <DoorFault error={passkey.error} />
            <button
              type="button"
              className="button"
              disabled={passkey.isPending}
              onClick={() => passkey.mutate(undefined)}
            >
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

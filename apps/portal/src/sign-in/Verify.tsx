/**
 * The page behind a sign-in link. Opening it uses nothing up, since mail scanners do that too: a person presses the button.
 * The token leaves the address bar at once.
 */
import type { ApiError } from '@pursestrings/sdk'
import { Field } from '@pursestrings/ui/Field'
import { useAct } from '@pursestrings/ui/use-act'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Heading } from '../frame/Heading.tsx'
import { Choose, type Verified } from './Choose.tsx'
import { client } from './client.ts'
import { Door } from './Door.tsx'
import { DoorFault } from './DoorFault.tsx'

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
  const [asks, setAsks] = useState(false)
  const verify = useAct(
    async (token: string): Promise<Verified> =>
      await (await client()).merchantAccounts.verifyEmail({ token, ...(code.trim() !== '' && { code: code.trim() }) }),
  )
  if (verify.data) {
    return (
      <Door>
        <Choose {...verify.data} asks={asks} />
      </Door>
    )
  }
  const refused = verify.error as Partial<ApiError> | undefined
  const spent = refused?.status === 410
  if (TOKEN === undefined || spent) {
    return (
      <Door>
        <Heading title={t(spent ? 'verify.spent' : 'verify.none')} />
        <a className="button" data-kind="primary" href="/sign-in">
          {t('verify.newLink')}
        </a>
      </Door>
    )
  }
  // The link was asked for in another browser, which shows a code. Whoever sent it may want this one to be signed in as somebody else.
  const asks_code = refused?.code === 'sign_in_code_required'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    verify.mutate(TOKEN)
  }
  return (
    <Door>
      <Heading
        title={t('verify.title')}
        lead={asks_code ? t('verify.codeLead', { email: String(refused.details?.email) }) : t('verify.lead')}
      />
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
        {!(asks_code && code === '') && <DoorFault error={verify.error} />}
        <button type="submit" className="button" data-kind="primary" disabled={verify.isPending}>
          {t('verify.go')}
        </button>
        <label className="option">
          <input type="checkbox" checked={asks} onChange={({ target }) => setAsks(target.checked)} />
          <span>{t('verify.asks')}</span>
        </label>
      </form>
    </Door>
  )
}

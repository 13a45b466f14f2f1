/** Asks the person to confirm a change: with a passkey or, if they have none, with a code by mail. It says what is confirmed. */
import { AddressView } from '@pursestrings/ui/AddressView'
import { Field } from '@pursestrings/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Dialog } from '../frame/Dialog.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { useSession } from '../session.ts'
import { type Asked, onAsked, whatIsAsked } from './ask.ts'
import { proveWithPasskey } from './passkey.ts'
import './step-up.css'
import { stepUpStrings } from './strings.ts'

/** What a page may add to a change that may have to be confirmed: `useMutation({ meta: { confirms: … } })`. */
declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { readonly confirms?: string; readonly address?: string }
  }
}

export const StepUp = () => {
  const asked = useSyncExternalStore(onAsked, whatIsAsked)
  const { data: session } = useSession()
  if (!asked || !session) return null
  const props = { asked, session_id: session.session.session_id }
  return asked.by === 'passkey' ? <ByPasskey {...props} /> : <ByMail {...props} email={session.account.email} />
}

interface Props {
  readonly asked: Asked
  readonly session_id: string
}

const MOVES_MONEY = /^(recipients|merchant_domains)\./
const leadOf = ({ operation }: Asked) => (MOVES_MONEY.test(operation) ? 'money' : 'other')

const ByPasskey = ({ asked, session_id }: Props) => {
  const { t } = useTranslation()
  const confirm = useMutation({
    async mutationFn() {
      const { credential_ids, ...challenge } = await api.passkeys.createChallenge({ purpose: 'step_up' })
      const assertion = await proveWithPasskey(challenge, credential_ids)
      await api.merchantSessions.stepUp(session_id, { assertion })
    },
    onSuccess: () => asked.answer(true),
  })
  const foot = (
    <>
      <Cancel asked={asked} />
      <button type="submit" className="button" data-kind="primary" disabled={confirm.isPending}>
        <Icon name="passkey" />
        {t('stepUp.usePasskey')}
      </button>
    </>
  )
  return (
    <Dialog
      title={t('stepUp.title')}
      icon="passkey"
      onClose={() => asked.answer(false)}
      onSubmit={() => confirm.mutate()}
      foot={foot}
    >
      <p>{t(`stepUp.passkey.${leadOf(asked)}`)}</p>
      <About asked={asked} />
      {confirm.error ? <Fault error={confirm.error} /> : <p className="muted small">{t('stepUp.elsewhere')}</p>}
    </Dialog>
  )
}

const ByMail = ({ asked, session_id, email }: Props & { readonly email: string }) => {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const send = useMutation({ mutationFn: async () => void (await api.merchantSessions.sendStepUpCode(session_id)) })
  const confirm = useMutation({
    mutationFn: async () => void (await api.merchantSessions.stepUp(session_id, { code: code.trim() })),
    onSuccess: () => asked.answer(true),
  })
  const submit = () => {
    if (send.isSuccess) confirm.mutate()
    else send.mutate()
  }
  const foot = (
    <>
      <Cancel asked={asked} />
      <button type="submit" className="button" data-kind="primary" disabled={send.isPending || confirm.isPending}>
        {t(send.isSuccess ? 'stepUp.confirm' : 'stepUp.send')}
      </button>
    </>
  )
  return (
    <Dialog title={t('stepUp.title')} icon="mail" onClose={() => asked.answer(false)} onSubmit={submit} foot={foot}>
      <p>{t(`stepUp.mail.${send.isSuccess ? 'sent' : 'unsent'}.${leadOf(asked)}`)}</p>
      <About asked={asked} />
      {send.isSuccess && (
        <>
          <Field
            label={t('stepUp.code')}
            className="mono"
            required
            autoFocus
            autoComplete="one-time-code"
            autoCapitalize="characters"
            maxLength={20}
            value={code}
            onChange={setCode}
            hint={t('stepUp.sent', { email })}
          />
          <button type="button" className="link" onClick={() => send.mutate()}>
            {t('stepUp.again')}
          </button>
        </>
      )}
      {send.error || confirm.error ? <Fault error={send.error ?? confirm.error} /> : null}
    </Dialog>
  )
}

const Cancel = ({ asked }: { readonly asked: Asked }) => {
  const { t } = useTranslation()
  return (
    <button type="button" className="button" onClick={() => asked.answer(false)}>
      {t('dialog.cancel')}
    </button>
  )
}

type Does = keyof typeof stepUpStrings.stepUp.does
const doesOf = (operation: string): Does => {
  const key = operation.replace('.', '_')
  return key in stepUpStrings.stepUp.does ? (key as Does) : 'other'
}

/** The page's own words only while one change is under way, since they could be another's otherwise. */
const About = ({ asked: { operation } }: { readonly asked: Asked }) => {
  const { t } = useTranslation()
  const [told] = useState(() => {
    const metas = queries.getMutationCache().findAll({ status: 'pending' })
    return metas.length === 1 ? metas[0]?.meta : undefined
  })
  return (
    <div className="step-up-about">
      <p className="muted small">{t('stepUp.about')}</p>
      <p>
        <b>{told?.confirms ?? t(`stepUp.does.${doesOf(operation)}`)}</b>
      </p>
      {told?.address !== undefined && <AddressView address={told.address} />}
    </div>
  )
}

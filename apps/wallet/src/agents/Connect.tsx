/** Two ways to meet an agent: the wallet shows a key that the agent takes, or the agent shows a code that is typed here. */

import { Field } from '@pursestrings/ui/Field'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api } from '../client.ts'
import { Left, useIsOver } from '../frame/Ago.tsx'
import { Copy } from '../frame/Copy.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { ScanCode } from '../frame/ScanCode.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { settings } from '../settings.ts'
import { phrasesWith } from './decoys.ts'
import { openInvitations } from './invitations.ts'
import type { Found } from './Pair.tsx'
import { QrCode } from './QrCode.tsx'

/** The one command that makes an agent of the user's own and brings it here; only where the service takes such agents. */
const OwnCommand = ({ connect_key }: { readonly connect_key: string }) => {
  const { t } = useTranslation()
  const asked = useQuery({
    queryKey: ['own-agents'],
    queryFn: async () => {
      const { extensions, service_url } = await settings()
      return { served: extensions !== 'none', service_url }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!asked.data?.served) return null
  const command = `pursestrings connect ${connect_key} --base-url ${asked.data.service_url}`
  return (
    <div className="card pad own-agent">
      <b>{t('connect.ownTitle')}</b>
      <p className="muted">{t('connect.ownLead')}</p>
      <p className="own-command">
        <code translate="no">{command}</code>
        <Copy value={command} what={t('connect.command')} />
      </p>
    </div>
  )
}

/** A one-time Connect Key, as a QR code and in groups. When an agent uses it, the page goes on to who that is. */
const ShowKey = () => {
  const { t } = useTranslation()
  const go = useNavigate()
  const issued = useQuery({
    queryKey: ['connect-key'],
    queryFn: async () => (await api().connectKeys.issue()).connect_key,
    // A key is made by showing it: it is asked for once, and again only when the user wants a new one.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const invitations = useQuery({ queryKey: ['invitations'], queryFn: openInvitations })
  const known = useRef<ReadonlySet<string> | undefined>(undefined)
  useEffect(() => {
    if (!invitations.data) return
    // Those that were there before were shown elsewhere: only a new one is the answer to this key.
    known.current ??= new Set(invitations.data.map((one) => one.connect_invitation_id))
    const fresh = invitations.data.find((one) => !known.current?.has(one.connect_invitation_id))
    if (fresh) void go(`/agents/invitations/${fresh.connect_invitation_id}`)
  }, [invitations.data, go])
  const over = useIsOver(issued.data?.expires_at)
  if (issued.error) return <Fault error={issued.error} onAgain={() => void issued.refetch()} />
  return (
    <>
      <p>{t('connect.lead')}</p>
      {issued.data ? (
        <div className="card key-card">
          {over ? (
            <>
              <p className="muted">{t('connect.over')}</p>
              <button type="button" className="button" data-kind="primary" onClick={() => void issued.refetch()}>
                {t('connect.fresh')}
              </button>
            </>
          ) : (
            <>
              <QrCode text={issued.data.key} label={t('connect.qr')} />
              <p className="connect-key" translate="no">
                {issued.data.key}
              </p>
              <p className="key-left">
                <Left until={issued.data.expires_at} />
                <Copy value={issued.data.key} what={t('connect.key')} />
              </p>
            </>
          )}
        </div>
      ) : (
        <Skeleton as="card" lines={5} />
      )}
      {issued.data && !over && <OwnCommand connect_key={issued.data.key} />}
      <p className="aside">
        <Icon name="info" /> {t('connect.once')}
      </p>
      {issued.data && !over && (
        <p className="aside" role="status">
          <span className="spinner" aria-hidden="true" />
          <span>
            <b className="plain">{t('connect.waiting')}</b> {t('connect.updates')}
          </span>
        </p>
      )}
    </>
  )
}

// The code that an agent shows. What it stands for is shown before anything is decided.

/** A whole link may be pasted, too: `svc://pair?session=…&code=…`. */
const codeIn = (text: string): string => /[?&]code=([\w-]+)/.exec(text)?.[1] ?? text.trim()

const EnterCode = () => {
  const { t } = useTranslation()
  const go = useNavigate()
  const [text, setText] = useState('')
  const look = useMutation({
    mutationFn: async (given: string): Promise<Found> => {
      const code = codeIn(given)
      const { pairing_session, check_phrase } = await api().pairing.lookUp({ code })
      return { session: pairing_session, code, right: check_phrase, phrases: await phrasesWith(check_phrase) }
    },
    // In the history's memory and not in the address: the code is a secret for ten minutes.
    onSuccess: (found) => void go('/agents/pair', { state: found }),
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') look.mutate(text)
      }}
    >
      <p>{t('connect.codeLead')}</p>
      <Field
        label={t('connect.code')}
        hint={t('connect.codeHint')}
        value={text}
        onChange={setText}
        className="mono"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <ScanCode
        onFound={(found) => {
          setText(codeIn(found))
          look.mutate(found)
        }}
      />
      {look.error ? <Fault error={look.error} /> : null}
      <button type="submit" className="button" data-kind="primary" disabled={look.isPending || text.trim() === ''}>
        {t(look.isPending ? 'connect.looking' : 'connect.look')}
      </button>
    </form>
  )
}

const WAYS = ['showKey', 'enterCode'] as const

export const Connect = () => {
  const { t } = useTranslation()
  const [way, setWay] = useState<(typeof WAYS)[number]>('showKey')
  return (
    <div className="page">
      <TopBar title={t('connect.title')} back="/agents" />
      <fieldset className="segments">
        <legend className="visually-hidden">{t('connect.way')}</legend>
        {WAYS.map((one) => (
          <label key={one}>
            <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />
            {t(`connect.${one}`)}
          </label>
        ))}
      </fieldset>
      {way === 'showKey' ? <ShowKey /> : <EnterCode />}
    </div>
  )
}

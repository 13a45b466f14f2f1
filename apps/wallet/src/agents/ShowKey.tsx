/** A one-time Connect Key, as a QR code and in groups. When an agent uses it, the page goes on to who that is. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api } from '../client.ts'
import { Copy } from '../frame/Copy.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Left, useIsOver } from '../frame/Left.tsx'
import { openInvitations } from './invitations.ts'
import { QrCode } from './QrCode.tsx'

export const ShowKey = () => {
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
      <div className="card key-card">
        {issued.data && !over && (
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
        {over && (
          <>
            <p className="muted">{t('connect.over')}</p>
            <button type="button" className="button" data-kind="primary" onClick={() => void issued.refetch()}>
              {t('connect.fresh')}
            </button>
          </>
        )}
      </div>
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

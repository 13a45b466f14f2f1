/** Where you are signed in to this organization. Ending a session works at once. */
import type { MerchantSession } from '@pursestrings/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Ago } from '../frame/Ago.tsx'
import { Confirm } from '../frame/Dialog.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Loading } from '../frame/Loading.tsx'
import { sessionEnded } from '../session.ts'
import { Section } from './Section.tsx'

export const Sessions = () => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const list = useQuery({
    queryKey: ['sessions'],
    queryFn: () => api.merchantSessions.list().toArray({ limit: 100 }),
  })
  const close = useMutation({
    mutationFn: async (id: string) => void (await api.merchantSessions.close(id)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  })
  const everywhere = async () => {
    await api.merchantSessions.close('all')
    sessionEnded()
  }
  return (
    <Section title={t('sessions.title')} lead={t('sessions.lead')}>
      <Loading of={list} />
      {close.error ? <Fault error={close.error} /> : null}
      <ul className="rows">
        {list.data?.map((session) => (
          <Row
            key={session.session_id}
            session={session}
            waits={close.isPending}
            onClose={() => close.mutate(session.session_id)}
          />
        ))}
      </ul>
      <div className="card-foot card-row">
        <p className="muted">{t('sessions.lost')}</p>
        <button type="button" className="button" data-size="small" data-kind="stop" onClick={() => setAsks(true)}>
          {t('sessions.everywhere')}
        </button>
      </div>
      {asks && (
        <Confirm
          title={t('sessions.everywhereTitle')}
          verb={t('sessions.everywhere')}
          run={everywhere}
          onClose={() => setAsks(false)}
        >
          <p>{t('sessions.everywhereMeans')}</p>
        </Confirm>
      )}
    </Section>
  )
}

interface Props {
  readonly session: MerchantSession
  readonly waits: boolean
  readonly onClose: () => void
}

const Row = ({ session, waits, onClose }: Props) => {
  const { t } = useTranslation()
  const { transport, signed_in_by, current, created_at, last_active_at } = session
  return (
    <li>
      <span className="row-what">
        <b>{t(`sessions.at.${transport}`)}</b> {current && <span className="chip">{t('sessions.this')}</span>}
        <span className="muted rows-note">
          {t(`sessions.by.${signed_in_by}`)} <Ago at={created_at} />
        </span>
      </span>
      <span className="muted">{current ? t('sessions.now') : <Ago at={last_active_at} />}</span>
      <span className="row-actions session-end">
        {!current && (
          <button type="button" className="link" data-kind="stop" disabled={waits} onClick={onClose}>
            {t('sessions.end')}
          </button>
        )}
      </span>
    </li>
  )
}

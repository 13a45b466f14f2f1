/** Does a change of payees need two people? Switching it on is one press; off takes a second person, or a week. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Confirm } from '../frame/Dialog.tsx'
import { momentOf } from '../frame/day.ts'
import { Fault } from '../frame/Fault.tsx'
import { useSession } from '../session.ts'
import { Section } from './Section.tsx'
import { useOrganization } from './use-organization.ts'

const update = async (approvals: 1 | 2): Promise<void> => {
  await api.merchants.update('current', { approvals })
  await queries.invalidateQueries()
}

export const TwoPeople = () => {
  const { t } = useTranslation()
  const { data: session } = useSession()
  const [asked, setAsked] = useState<'off' | 'agree'>()
  const read = useOrganization()
  const raise = useMutation({ mutationFn: () => update(2), meta: { confirms: t('settings.twoPeople.on') } })
  const now = read.data?.payee_change_approvals
  const is_owner = session?.role === 'owner'
  const may_approve = is_owner || session?.role === 'admin'
  const is_on = now?.approvals === 2
  const lowers = now !== undefined && now.lowers_at !== null
  const fault = read.error ?? raise.error
  const button = (label: string, act: () => void, kind?: 'stop') => (
    <button
      type="button"
      className="button"
      data-size="small"
      {...(kind && { 'data-kind': kind })}
      disabled={raise.isPending}
      onClick={act}
    >
      {label}
    </button>
  )
  return (
    <Section title={t('settings.twoPeople.title')} lead={t('settings.twoPeople.lead')}>
      <div className="pad">
        {fault ? <Fault error={fault} /> : null}
        {now && (
          <>
            <p>
              <b>{t('settings.twoPeople.label')}:</b> {t(`settings.twoPeople.state.${is_on ? 'on' : 'off'}`)}
            </p>
            <p className="muted">{t('settings.twoPeople.can', { count: now.approvers })}</p>
            {lowers && now.lowers_at !== null && (
              <p role="status">{t('settings.twoPeople.lowers', { when: momentOf(now.lowers_at) })}</p>
            )}
            <div className="actions">
              {!is_on && is_owner && button(t('settings.twoPeople.on'), () => raise.mutate())}
              {is_on && !lowers && is_owner && button(t('settings.twoPeople.off'), () => setAsked('off'), 'stop')}
              {lowers && may_approve && button(t('settings.twoPeople.keep'), () => raise.mutate())}
              {lowers &&
                may_approve &&
                now.lowers_asked_by !== session?.account.account_id &&
                button(t('settings.twoPeople.agree'), () => setAsked('agree'), 'stop')}
            </div>
            {!is_owner && !lowers && (
              <p className="muted">{t(is_on ? 'settings.twoPeople.askOff' : 'settings.twoPeople.ask')}</p>
            )}
          </>
        )}
        {asked && (
          <Confirm
            title={t(`settings.twoPeople.${asked}Title`)}
            verb={t(`settings.twoPeople.${asked}`)}
            run={() => update(1)}
            onClose={() => setAsked(undefined)}
          >
            <p>{t(`settings.twoPeople.${asked}Means`)}</p>
          </Confirm>
        )}
      </div>
    </Section>
  )
}

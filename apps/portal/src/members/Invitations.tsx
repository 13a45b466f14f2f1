/** Who was invited and has not answered yet. */
import type { Member, MemberInvitation } from '@pursestrings/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { dayOf } from '../frame/day.ts'
import { Status } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Letter } from './Letter.tsx'

const readPending = async (): Promise<readonly MemberInvitation[]> =>
  (await api.memberInvitations.list({ limit: 100 }).toArray({ limit: 100 })).filter(
    ({ status }) => status === 'pending',
  )

interface Props {
  readonly members: readonly Member[]
  readonly may_change: boolean
}

export const Invitations = ({ members, may_change }: Props) => {
  const { t } = useTranslation()
  const pending = useQuery({ queryKey: ['invitations'], queryFn: readPending })
  if (pending.error) return <Fault error={pending.error} onAgain={() => void pending.refetch()} />
  if (!pending.data || pending.data.length === 0) return null
  const emailOf = (id: string) => members.find(({ account_id }) => account_id === id)?.email
  return (
    <section className="card">
      <h2 className="card-title">
        {t('invitations.title')} <span className="muted">{t('invitations.lead')}</span>
      </h2>
      <ul className="rows invitations">
        {pending.data.map((one) => (
          <Row key={one.email} invitation={one} invited_by={emailOf(one.invited_by)} may_change={may_change} />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  readonly invitation: MemberInvitation
  readonly invited_by: string | undefined
  readonly may_change: boolean
}

const Row = ({ invitation, invited_by, may_change }: RowProps) => {
  const { t } = useTranslation()
  const { member_invitation_id: id, email, role, expires_at } = invitation
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['invitations'] })
  const resend = useMutation({
    mutationFn: async () => void (await api.memberInvitations.create({ email, role })),
    onSuccess,
  })
  const withdraw = useMutation({ mutationFn: async () => void (await api.memberInvitations.withdraw(id)), onSuccess })
  const error = resend.error ?? withdraw.error
  return (
    <li>
      <span className="person">
        <Letter of={email} dashed />
        <span>
          {email}
          {invited_by !== undefined && (
            <span className="muted rows-note small">{t('invitations.by', { email: invited_by })}</span>
          )}
        </span>
      </span>
      <span>{t(`roles.${role}.name`)}</span>
      <Status of="invited" />
      <span className="muted">{t('invitations.expires', { date: dayOf(expires_at) })}</span>
      <span className="row-actions">
        {may_change && (
          <>
            <button type="button" className="link" disabled={resend.isPending} onClick={() => resend.mutate()}>
              {t(resend.isSuccess ? 'invitations.sent' : 'invitations.again')}{' '}
              <span className="visually-hidden">{email}</span>
            </button>
            <button
              type="button"
              className="link"
              data-kind="stop"
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              {t('invitations.cancel')} <span className="visually-hidden">{email}</span>
            </button>
          </>
        )}
      </span>
      {error ? <Fault error={error} /> : null}
    </li>
  )
}

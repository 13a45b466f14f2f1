/** Who can sign in, and as what? Owners invite, change roles and remove; everyone may leave. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { useSession } from '../session.ts'
import { Invitations } from './Invitations.tsx'
import { Invite } from './Invite.tsx'
import { MemberRow } from './MemberRow.tsx'
import { Roles } from './Roles.tsx'
import './members.css'

const COLUMNS = ['person', 'role', 'passkeys', 'active'] as const

export const Members = () => {
  const { t } = useTranslation()
  const { data: session } = useSession()
  const [inviting, setInviting] = useState(false)
  const list = useQuery({
    queryKey: ['members'],
    queryFn: () => api.members.list({ limit: 100 }).toArray({ limit: 200 }),
  })
  const members = list.data ?? []
  const is_owner = session?.role === 'owner'
  const owners = members.filter(({ role }) => role === 'owner').length
  return (
    <div className="page">
      <Heading
        title={t('members.title')}
        lead={t('members.lead', { name: session?.merchant.name ?? '' })}
        action={
          is_owner && (
            <button type="button" className="button" data-kind="primary" onClick={() => setInviting(true)}>
              {t('members.invite')}
            </button>
          )
        }
      />
      {list.error ? <Fault error={list.error} onAgain={() => void list.refetch()} /> : null}
      <section className="card">
        <table className="members">
          <thead>
            <tr>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {t(`members.columns.${name}`)}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{t('members.columns.change')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <MemberRow
                key={member.member_id}
                member={member}
                is_me={member.account_id === session?.account.account_id}
                may_change={is_owner}
                is_last_owner={member.role === 'owner' && owners === 1}
              />
            ))}
          </tbody>
        </table>
        {is_owner && owners === 1 && <p className="card-foot muted">{t('members.lastOwner')}</p>}
      </section>
      <Invitations members={members} may_change={is_owner} />
      <Roles />
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </div>
  )
}

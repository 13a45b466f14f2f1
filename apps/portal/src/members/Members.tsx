/** Who can sign in, and as what? Owners invite, change roles and remove; everyone may leave. */
import { Field } from '@pursestrings/ui/Field'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Dialog, DialogButtons } from '../frame/Dialog.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Loading } from '../frame/Loading.tsx'
import { useSession } from '../session.ts'
import { Invitations } from './Invitations.tsx'
import { MemberRow } from './MemberRow.tsx'
import { ROLES, type Role } from './role.ts'
import './members.css'

/** Invites a mailbox, with a role that says what it may do. */
const Invite = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('developer')
  const invite = useMutation({
    mutationFn: async () => void (await api.memberInvitations.create({ email: email.trim(), role })),
    meta: { confirms: t('members.inviting', { email: email.trim(), role: t(`roles.${role}.name`) }) },
    onSuccess() {
      void queries.invalidateQueries()
      onClose()
    },
  })
  return (
    <Dialog
      title={t('members.inviteTitle')}
      onClose={onClose}
      onSubmit={() => invite.mutate()}
      foot={
        <DialogButtons onClose={onClose} disabled={invite.isPending}>
          {t('members.send')}
        </DialogButtons>
      }
    >
      <Field
        label={t('members.email')}
        type="email"
        autoComplete="off"
        required
        maxLength={254}
        value={email}
        onChange={setEmail}
      />
      <fieldset className="options">
        <legend>{t('members.columns.role')}</legend>
        {ROLES.map((one) => (
          <label key={one} className="option">
            <input type="radio" name="role" checked={role === one} onChange={() => setRole(one)} />
            <span>
              <b>{t(`roles.${one}.name`)}</b>
              <span className="muted small">{t(`roles.${one}.may`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {invite.error ? <Fault error={invite.error} /> : null}
    </Dialog>
  )
}

// What each role can do, so that nobody has to look it up.

/** How many roles, from the owner down, may do it. */
const MAY = { see: 4, build: 3, money: 2, people: 1 } as const

const Roles = () => {
  const { t } = useTranslation()
  return (
    <section className="card">
      <h2 className="card-title">{t('roles.title')}</h2>
      <table className="roles">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('roles.what')}</span>
            </th>
            {ROLES.map((role) => (
              <th key={role} scope="col">
                {t(`roles.${role}.name`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Object.keys(MAY) as (keyof typeof MAY)[]).map((what) => (
            <tr key={what}>
              <th scope="row">{t(`roles.does.${what}`)}</th>
              {ROLES.map((role, at) => (
                <td key={role}>
                  {at < MAY[what] ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
                  <span className="visually-hidden">{t(at < MAY[what] ? 'roles.yes' : 'roles.no')}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

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
      <Loading of={list} />
      {list.data && (
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
      )}
      <Invitations members={members} may_change={is_owner} />
      <Roles />
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </div>
  )
}

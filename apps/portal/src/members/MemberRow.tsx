import type { Member } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Ago } from '../frame/Ago.tsx'
import { Confirm } from '../frame/Dialog.tsx'
import { sessionEnded } from '../session.ts'
import { Letter } from './Letter.tsx'
import { ROLES, type Role } from './role.ts'

interface Props {
  readonly member: Member
  readonly is_me: boolean
  readonly may_change: boolean
  readonly is_last_owner: boolean
}

export const MemberRow = ({ member, is_me, may_change, is_last_owner }: Props) => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState<Role | 'remove'>()
  const { email, role, passkey_count, last_active_at, member_id } = member
  const close = () => {
    setAsks(undefined)
    void queries.invalidateQueries()
  }
  const remove = async () => {
    await api.members.remove(member_id)
    if (is_me) sessionEnded()
  }
  return (
    <tr>
      <td className="is-person">
        <span className="person">
          <Letter of={email} />
          <span>
            {email} {is_me && <span className="chip">{t('members.you')}</span>}
          </span>
        </span>
      </td>
      <td className="is-role">
        {may_change && !is_last_owner ? (
          <select
            className="plain-select"
            aria-label={t('members.roleOf', { email })}
            value={role}
            onChange={(event) => setAsks(event.target.value as Role)}
          >
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {t(`roles.${one}.name`)}
              </option>
            ))}
          </select>
        ) : (
          <b>{t(`roles.${role}.name`)}</b>
        )}
      </td>
      <td className="is-passkeys">
        {passkey_count === 0 ? (
          <span className="status tone-look">
            <StatusGlyph tone="look" glyph="alert" />
            {t('members.noPasskey')}
          </span>
        ) : (
          <span className="muted">{t('members.passkeys', { count: passkey_count })}</span>
        )}
      </td>
      <td className="is-active muted">{last_active_at === null ? t('members.never') : <Ago at={last_active_at} />}</td>
      <td className="is-change">
        {(is_me || may_change) && !is_last_owner && (
          <button type="button" className="link" data-kind="stop" onClick={() => setAsks('remove')}>
            {t(is_me ? 'members.leave' : 'members.remove')}
            {!is_me && <span className="visually-hidden"> {email}</span>}
          </button>
        )}
        {asks === 'remove' && (
          <Confirm
            title={is_me ? t('members.leaveTitle') : t('members.removeTitle', { email })}
            verb={is_me ? t('members.leaveVerb') : t('members.removeVerb', { email })}
            run={remove}
            onClose={close}
          >
            <p>{t(is_me ? 'members.leaveMeans' : 'members.removeMeans')}</p>
          </Confirm>
        )}
        {asks !== undefined && asks !== 'remove' && (
          <Confirm
            title={t('members.changeTitle', { email, role: t(`roles.${asks}.name`) })}
            verb={t('members.changeVerb', { role: t(`roles.${asks}.name`) })}
            kind="primary"
            run={() => api.members.update(member_id, { role: asks })}
            onClose={close}
          >
            <p>{t(`roles.${asks}.may`)}.</p>
            <p className="muted">{t('members.changeMeans')}</p>
          </Confirm>
        )}
      </td>
    </tr>
  )
}

/** Invites a mailbox, with a role that says what it may do. */

import { Field } from '@countersign/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Dialog } from '../frame/Dialog.tsx'
import { DialogButtons } from '../frame/DialogButtons.tsx'
import { Fault } from '../frame/Fault.tsx'
import { ROLES, type Role } from './role.ts'

export const Invite = ({ onClose }: { readonly onClose: () => void }) => {
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

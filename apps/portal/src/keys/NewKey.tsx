/** A form that makes a key, and then the key itself, once. */
import { Field } from '@pursestrings/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../client.ts'
import { Dialog, DialogButtons } from '../frame/Dialog.tsx'
import { Fault } from '../frame/Fault.tsx'
import { SecretOnce, type SecretUse } from '../frame/SecretOnce.tsx'

interface Props {
  readonly title: string
  readonly create: (name: string) => PromiseLike<{ readonly secret: string }>
  readonly uses: (secret: string) => readonly SecretUse[]
  readonly onClose: () => void
  /** What is asked beside the name. */
  readonly children?: ReactNode
  readonly ready?: boolean
}

export const NewKey = ({ title, create, uses, onClose, children, ready = true }: Props) => {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const make = useMutation({
    mutationFn: async () => create(name.trim()),
    gcTime: 0,
    meta: { confirms: title },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  })
  if (make.data) {
    const { secret } = make.data
    return (
      <SecretOnce
        title={t('keys.save')}
        lead={t('keys.saveLead', { name: name.trim() })}
        secret={secret}
        copy={t('keys.copy')}
        uses={uses(secret)}
        onSaved={onClose}
      />
    )
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => make.mutate()}
      foot={
        <DialogButtons
          onClose={onClose}
          disabled={make.isPending || !ready}
          {...(!ready && { why: t('keys.chooseScopes') })}
        >
          {t('keys.go')}
        </DialogButtons>
      }
    >
      <Field label={t('keys.name')} required maxLength={120} value={name} onChange={setName} />
      {children}
      {make.error ? <Fault error={make.error} /> : null}
    </Dialog>
  )
}

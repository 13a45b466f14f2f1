/** Another name for something, in a dialog. */

import { Field } from '@countersign/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { Fault } from './Fault.tsx'

interface Props {
  readonly title: string
  readonly name: string
  readonly run: (name: string) => PromiseLike<unknown>
  readonly onClose: () => void
}

export const Rename = ({ title, name, run, onClose }: Props) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(name)
  const save = useMutation({ mutationFn: async () => run(typed.trim()), onSuccess: onClose })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => save.mutate()}
      foot={
        <DialogButtons onClose={onClose} disabled={save.isPending || typed.trim() === ''}>
          {t('dialog.save')}
        </DialogButtons>
      }
    >
      <Field label={t('dialog.name')} required maxLength={120} value={typed} onChange={setTyped} />
      {save.error ? <Fault error={save.error} /> : null}
    </Dialog>
  )
}

/** Another name for something, in a dialog. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import { Fault } from './Fault.tsx'
import { Field } from './Field.tsx'

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
        <>
          <button type="button" className="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" className="button" data-kind="primary" disabled={save.isPending || typed.trim() === ''}>
            {t('dialog.save')}
          </button>
        </>
      }
    >
      <Field label={t('dialog.name')} required maxLength={120} value={typed} onChange={setTyped} />
      {save.error ? <Fault error={save.error} /> : null}
    </Dialog>
  )
}

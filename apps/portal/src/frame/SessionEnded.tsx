/** The session has ended while a page was open: the page stays as it is below, and goes on once the person is back. */
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { sessionEnded } from '../session.ts'
import { Dialog } from './Dialog.tsx'
import { Fault } from './Fault.tsx'

export const SessionEnded = ({ email }: { readonly email: string }) => {
  const { t } = useTranslation()
  const ask = useMutation({
    mutationFn: () => api.merchantAccounts.register({ email, bind: true }).then((answer) => answer),
  })
  return (
    <Dialog
      title={t('ended.title')}
      kept
      onClose={() => {}}
      onSubmit={() => ask.mutate()}
      foot={
        <>
          <button type="button" className="button" onClick={sessionEnded}>
            {t('ended.other')}
          </button>
          <button type="submit" className="button" data-kind="primary" disabled={ask.isPending || ask.isSuccess}>
            {t('signIn.send')}
          </button>
        </>
      }
    >
      <p role="status">{ask.isSuccess ? t('ended.sent', { email }) : t('ended.lead', { email })}</p>
      {ask.error ? <Fault error={ask.error} /> : null}
    </Dialog>
  )
}

/** The session has ended while a page was open: the page stays as it is below, and goes on once the person is back. */
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { readSessionAgain, sessionEnded } from '../session.ts'
import { signInByPasskey } from '../sign-in/sign-in-by-passkey.ts'
import { Beyond } from './Beyond.tsx'
import { Dialog } from './Dialog.tsx'
import { Fault } from './Fault.tsx'
import { Icon } from './Icon.tsx'

interface Props {
  readonly email: string
  /** The organization that the page belongs to. */
  readonly merchant: string
}

/** The same person in the same organization; for anybody else the page below would be a stranger's. */
const goOn = async ({ email, merchant }: Props): Promise<boolean> => {
  const { account, merchant_choices, grant } = await signInByPasskey()
  const [same, ...more] = merchant_choices.filter(({ name, status }) => name === merchant && status !== 'invited')
  if (account.email !== email || same === undefined || more.length > 0) return false
  await api.merchantSessions.open({ grant, choice: same.choice })
  return true
}

export const SessionEnded = (who: Props) => {
  const { t } = useTranslation()
  const { email, merchant } = who
  const ask = useMutation({
    mutationFn: () => api.merchantAccounts.register({ email, bind: true }).then((answer) => answer),
  })
  const passkey = useMutation({ mutationFn: () => goOn(who), onSuccess: readSessionAgain })
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
          {'PublicKeyCredential' in globalThis && (
            <Beyond>
              <button type="button" className="button" disabled={passkey.isPending} onClick={() => passkey.mutate()}>
                <Icon name="passkey" />
                {t('signIn.passkey')}
              </button>
            </Beyond>
          )}
          <button type="submit" className="button" data-kind="primary" disabled={ask.isPending || ask.isSuccess}>
            {t('signIn.send')}
          </button>
        </>
      }
    >
      <p role="status">{ask.isSuccess ? t('ended.sent', { email }) : t('ended.lead', { email })}</p>
      {passkey.data === false && <p role="alert">{t('ended.notYou', { email, merchant })}</p>}
      {ask.error || passkey.error ? <Fault error={ask.error ?? passkey.error} /> : null}
    </Dialog>
  )
}

/** Where a connection takes signed answers alone: the passphrase or the passkey, for this one. Without it, it is told later. */
import { useTranslation } from 'react-i18next'
import { unlockDeviceKey } from '../keys/session.ts'
import { Sheet } from '../leaf/Sheet.tsx'
import { signingSide } from '../paying/signing-side.ts'
import { OpenerForm } from '../unlock/OpenerForm.tsx'
import { type Rejection, tell } from './rejections.ts'

interface Props {
  readonly rejection: Rejection
  readonly onTold: () => void
  readonly onLater: () => void
}

export const SignRejection = ({ rejection, onTold, onLater }: Props) => {
  const { t } = useTranslation()
  return (
    <Sheet title={t('review.rejected.sign.title')} onClose={onLater}>
      <p className="muted">{t('review.rejected.sign.lead')}</p>
      <OpenerForm
        run={async (opener) => {
          const client = await signingSide(await unlockDeviceKey(opener))
          // Without an answer it stays written down, and goes again when the wallet is next opened.
          await tell(client, rejection).catch(() => {})
          onTold()
        }}
        verb={t('review.rejected.sign.go')}
        other={
          <button type="button" className="button" onClick={onLater}>
            {t('review.rejected.sign.later')}
          </button>
        }
      />
    </Sheet>
  )
}

/** Where a connection takes signed answers alone: the passphrase or the passkey, for this one. Without it, it is told later. */
import { useTranslation } from 'react-i18next'
import { unlockDeviceKey } from '../keys/session.ts'
import { signingSide } from '../paying/signing-side.ts'
import { OpenerSheet } from '../unlock/OpenerSheet.tsx'
import { type Rejection, tell } from './rejections.ts'

interface Props {
  readonly rejection: Rejection
  readonly onTold: () => void
  readonly onLater: () => void
}

export const SignRejection = ({ rejection, onTold, onLater }: Props) => {
  const { t } = useTranslation()
  return (
    <OpenerSheet
      title={t('review.rejected.sign.title')}
      lead={t('review.rejected.sign.lead')}
      run={async (opener) => {
        const client = await signingSide(await unlockDeviceKey(opener))
        // Without an answer it stays written down, and goes again when the wallet is next opened.
        await tell(client, rejection).catch(() => {})
        onTold()
      }}
      verb={t('review.rejected.sign.go')}
      no={t('review.rejected.sign.later')}
      onClose={onLater}
    />
  )
}

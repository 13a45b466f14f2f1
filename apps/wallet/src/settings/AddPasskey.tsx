import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { TopBar } from '../frame/TopBar.tsx'
import { useVault } from '../keys/session.ts'
import { type Opener, openDevice } from '../keys/vault.ts'
import { OpenerForm } from '../unlock/OpenerForm.tsx'
import { OfferPasskey } from '../welcome/OfferPasskey.tsx'

/** A passkey later: the passphrase first, since it is what the passkey will stand in for. */
export const AddPasskey = () => {
  const { t } = useTranslation()
  const go = useNavigate()
  const vault = useVault()
  const [opener, setOpener] = useState<Opener>()
  if (opener) return <OfferPasskey opener={opener} onDone={() => void go('/settings', { replace: true })} />
  return (
    <div className="page">
      <TopBar title={t('addPasskey.title')} back="/settings" />
      <p className="lead">{t('addPasskey.confirm')}</p>
      <OpenerForm
        verb={t('showWords.go')}
        run={async (given) => {
          await openDevice(vault, given)
          setOpener(given)
        }}
      />
    </div>
  )
}

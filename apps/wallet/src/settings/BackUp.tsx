/** The words again, after the passphrase: an open wallet alone does not show them. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { TopBar } from '../frame/TopBar.tsx'
import { useVault } from '../keys/session.ts'
import { type Opener, openWords } from '../keys/vault.ts'
import { OpenerForm } from '../unlock/OpenerForm.tsx'
import { Backup } from '../welcome/Backup.tsx'

export const BackUp = () => {
  const { t } = useTranslation()
  const go = useNavigate()
  const vault = useVault()
  const [opener, setOpener] = useState<Opener>()
  const leave = () => void go('/settings', { replace: true })
  if (opener) return <Backup opener={opener} onBack={leave} onDone={leave} />
  return (
    <div className="page">
      <TopBar title={t('showWords.title')} back="/settings" />
      <p className="lead">{t('showWords.lead')}</p>
      <OpenerForm
        verb={t('showWords.go')}
        run={async (given) => {
          await openWords(vault, given)
          setOpener(given)
        }}
      />
    </div>
  )
}

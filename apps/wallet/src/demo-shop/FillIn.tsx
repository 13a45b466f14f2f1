/** Where a passphrase is asked for: fills in that of the practice wallet, so that nobody has to type in a demo. */
import './strings.ts'
import { useTranslation } from 'react-i18next'
import { practicePassphrase } from './practice-passphrase.ts'

export const FillIn = ({ onFill }: { readonly onFill: (passphrase: string) => void }) => {
  const { t } = useTranslation()
  const passphrase = practicePassphrase()
  if (passphrase === undefined) return null
  return (
    <button type="button" className="link" onClick={() => onFill(passphrase)}>
      {t('demoShop.fill')}
    </button>
  )
}

import { useTranslation } from 'react-i18next'
import { setScheme, useScheme } from './scheme.ts'

export const SchemeButton = () => {
  const { t } = useTranslation()
  const other = useScheme().shown === 'dark' ? 'light' : 'dark'
  return (
    <button type="button" className="link" onClick={() => setScheme(other)}>
      {t(`nav.scheme.${other}`)}
    </button>
  )
}

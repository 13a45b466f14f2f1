import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Light or dark, kept in this browser. `/scheme.js` reads it before the first paint. */
export const SchemeButton = () => {
  const { t } = useTranslation()
  const [scheme, setScheme] = useState(document.documentElement.dataset['scheme'])
  const other = scheme === 'dark' ? 'light' : 'dark'
  const change = () => {
    document.documentElement.dataset['scheme'] = other
    localStorage.setItem('scheme', other)
    setScheme(other)
  }
  return (
    <button type="button" className="link" onClick={change}>
      {t(`nav.scheme.${other}`)}
    </button>
  )
}

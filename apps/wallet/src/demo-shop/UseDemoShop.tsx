/** On the first page, where this installation has a demo shop. */
import './strings.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settings } from '../settings.ts'

export const UseDemoShop = ({ onUse }: { readonly onUse: () => void }) => {
  const { t } = useTranslation()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    settings().then(
      ({ demo_shop_url }) => setUrl(demo_shop_url),
      () => undefined,
    )
  }, [])
  if (url === undefined) return null
  return (
    <button type="button" className="button" onClick={onUse}>
      {t('demoShop.use')}
    </button>
  )
}

/** On the first page, where this installation has a demo shop. */
import './strings.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { settings } from '../settings.ts'

export const UseDemoShop = ({ onUse }: { readonly onUse: () => void }) => {
  const { t } = useTranslation()
  const installed = useQuery({ queryKey: ['settings'], queryFn: settings, staleTime: Number.POSITIVE_INFINITY })
  if (installed.data?.demo_shop_url === undefined) return null
  return (
    <button type="button" className="button" onClick={onUse}>
      {t('demoShop.use')}
    </button>
  )
}

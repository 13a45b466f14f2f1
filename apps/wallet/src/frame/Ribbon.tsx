import { useTranslation } from 'react-i18next'

/** Above everything, and never closable. */
export const Ribbon = () => {
  const { t } = useTranslation()
  return (
    <section className="ribbon" aria-label={t('testnet.label')}>
      <b>{t('testnet.name')}</b>
      <span>{t('testnet.means')}</span>
    </section>
  )
}

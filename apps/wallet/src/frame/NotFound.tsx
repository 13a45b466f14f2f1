import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { TopBar } from './TopBar.tsx'

/** For an address without a page, and for a record that is not there or not ours: the two look the same. */
export const NotFound = () => {
  const { t } = useTranslation()
  return (
    <div className="page">
      <TopBar title={t('notFound.title')} />
      <p className="muted">{t('notFound.lead')}</p>
      <p>
        <Link className="button" data-kind="primary" to="/">
          {t('notFound.go')}
        </Link>
      </p>
    </div>
  )
}

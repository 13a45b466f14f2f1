import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Heading } from './Heading.tsx'

export const NotFound = () => {
  const { t } = useTranslation()
  return (
    <div className="page">
      <Heading title={t('notFound.title')} />
      <p>
        <Link className="button" to="/">
          {t('notFound.go')}
        </Link>
      </p>
    </div>
  )
}

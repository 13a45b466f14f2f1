import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Foot } from '../frame/Foot.tsx'
import { TopBar } from '../frame/TopBar.tsx'

/** How a request to connect ended without a connection. */
export const Outcome = ({ of }: { readonly of: 'wrong' | 'none' | 'declined' | 'over' }) => {
  const { t } = useTranslation()
  const means = { wrong: 'wrong', none: 'wrong', declined: 'declined', over: 'over' } as const
  return (
    <div className="page">
      <TopBar title={t(`pair.${of}Title`)} />
      <p className="lead">{t(`pair.${means[of]}Means`)}</p>
      <Foot stacked>
        <Link className="button" data-kind="primary" to="/agents" replace>
          {t('pair.back')}
        </Link>
      </Foot>
    </div>
  )
}

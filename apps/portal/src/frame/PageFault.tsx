/** A page that couldn't be loaded, or that failed while it was drawn. Loading it again is the way on: nothing was lost on the service. */
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { Fault } from './Fault.tsx'
import { Heading } from './Heading.tsx'

export const PageFault = () => {
  const { t } = useTranslation()
  return (
    <div className="page">
      <Heading title={t('fault.page')} lead={t('fault.pageLead')} />
      <Fault error={useRouteError()} onAgain={() => location.reload()} />
    </div>
  )
}

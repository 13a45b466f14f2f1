import { useTranslation } from 'react-i18next'
import { useFocusedHeading } from './use-focused-heading.ts'

/** A page that couldn't be loaded, or that failed while it was drawn. Loading it again is the way on: keys and journal are kept. */
export const PageFault = () => {
  const { t } = useTranslation()
  const heading = useFocusedHeading(t('fault.page'))
  return (
    <div className="page">
      <h1 ref={heading} tabIndex={-1}>
        {t('fault.page')}
      </h1>
      <p className="muted">{t('fault.pageLead')}</p>
      <p>
        <button type="button" className="button" data-kind="primary" onClick={() => location.reload()}>
          {t('fault.again')}
        </button>
      </p>
    </div>
  )
}

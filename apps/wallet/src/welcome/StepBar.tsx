import { useTranslation } from 'react-i18next'
import { Icon } from '../frame/Icon.tsx'

/** Where in the three steps the user is, and the way back where there is one. */
export const StepBar = ({ n, onBack }: { readonly n?: number | undefined; readonly onBack?: () => void }) => {
  const { t } = useTranslation()
  return (
    <div className="step-bar">
      {onBack && (
        <button type="button" className="round" onClick={onBack} aria-label={t('frame.back')}>
          <Icon name="back" />
        </button>
      )}
      {n !== undefined && (
        <span className="steps-done" role="img" aria-label={t('welcome.step', { n })}>
          {[1, 2, 3].map((step) => (
            <span key={step} data-done={step <= n ? '' : undefined} />
          ))}
        </span>
      )}
    </div>
  )
}

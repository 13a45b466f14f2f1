/** What failed, said where it failed: what happened, what to do, and what support needs to look it up. */
import { ApiError } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly error: unknown
  readonly onAgain?: () => void
}

export const Fault = ({ error, onAgain }: Props) => {
  const { t } = useTranslation()
  const refused = error instanceof ApiError ? error : undefined
  const said = refused ? refused.message : t(navigator.onLine ? 'fault.unreachable' : 'fault.offline')
  return (
    <div className="notice" data-tone="stop" role="alert">
      <StatusGlyph tone="stop" glyph="alert" />
      <div>
        <p>{said}</p>
        {refused && (
          <p className="muted mono">
            {refused.code} {refused.request_id !== undefined && t('fault.request', { id: refused.request_id })}
          </p>
        )}
      </div>
      {onAgain && (
        <button type="button" className="button" data-size="small" onClick={onAgain}>
          {t('fault.again')}
        </button>
      )}
    </div>
  )
}

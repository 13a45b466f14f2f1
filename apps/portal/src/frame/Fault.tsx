/** What failed, said where it failed: what happened, what to do, and what support needs to look it up. */
import { ApiError } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import { useLive } from '../live/state.ts'
import { PasskeyFault } from '../step-up/passkey-fault.ts'

interface Props {
  readonly error: unknown
  readonly onAgain?: () => void
}

export const Fault = ({ error, onAgain }: Props) => {
  const { t } = useTranslation()
  const { failures } = useLive()
  const refused = error instanceof ApiError && error.code !== 'step_up_required' ? error : undefined
  // The sheet over the page says that the session has ended, and the banner that the connection is lost.
  if (refused?.code === 'credential_invalid' || (!refused && onAgain && failures > 0)) return null
  const said = refused ? refused.message : t(wordsFor(error))
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

/** For what is no refusal of the service. Who was asked to confirm and did not knows why nothing happened. */
const wordsFor = (error: unknown) => {
  if (error instanceof PasskeyFault) return `passkeyFault.${error.reason}` as const
  if (error instanceof ApiError) return 'stepUp.canceled'
  return navigator.onLine ? 'fault.unknown' : 'fault.offline'
}

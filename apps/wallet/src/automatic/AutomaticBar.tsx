/** Above every page: that the wallet pays by itself, until when, and each payment as it happens. */
import '../frame/page-bar.css'
import './automatic.css'
import { grouped } from '@pursestrings/ui/AmountView'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../frame/Icon.tsx'
import { dropHeldKeys, useHeldUntil } from '../keys/held-keys.ts'
import { pathOf } from '../requests/payment.ts'
import { timeOf } from '../review/words-of-time.ts'
import { pausePolicy } from './pause-policy.ts'
import { forgetShown, hideShown, useShown } from './shown.ts'

export const AutomaticBar = () => {
  const { t } = useTranslation()
  const until = useHeldUntil()
  const shown = useShown()
  // It is gone with the wallet that was open.
  useEffect(() => forgetShown, [])
  return (
    <>
      {until !== undefined && (
        <section className="page-bar automatic-bar" aria-label={t('automatic.sheet.title')}>
          <p>
            <Icon name="bolt" size={18} />
            {t('automatic.on', { time: timeOf(until) })}
          </p>
          <button type="button" className="button" data-size="small" onClick={dropHeldKeys}>
            {t('automatic.stop')}
          </button>
        </section>
      )}
      <section aria-label={t('automatic.shown')} aria-live="polite" className="automatic-shown">
        {shown.map((one) => (
          <div key={one.id} className="page-bar" data-is={one.is}>
            <p>
              {t(`automatic.is.${one.is}`, { amount: grouped(one.amount), asset: one.asset, payee: one.payee })}{' '}
              <Link to={pathOf('paying', { ...one, request_id: one.id, kind: 'agent_payment' })}>
                {t('automatic.see')}
              </Link>
            </p>
            <button type="button" className="link" onClick={() => void pausePolicy(one.policy_id).catch(() => {})}>
              {t('automatic.pause')}
            </button>
            <button type="button" className="link" onClick={() => hideShown(one.id)}>
              {t('automatic.hide')}
            </button>
          </div>
        ))}
      </section>
    </>
  )
}

/** An organization that is suspended says so on every page, with who can change that. */
import type { Merchant } from '@countersign/sdk'
import { StatusGlyph } from '@countersign/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

export const Suspended = ({ merchant }: { readonly merchant: Merchant }) => {
  const { t } = useTranslation()
  if (merchant.status !== 'suspended') return null
  const by = merchant.suspended_by ?? 'lapse'
  return (
    <section className="notice suspended" data-tone="look" aria-label={t('suspended.label')}>
      <StatusGlyph tone="look" glyph="alert" />
      <div>
        <p>
          <b>{t(`suspended.${by}`)}</b>
        </p>
        <p className="muted">{t('suspended.means')}</p>
      </div>
      {by === 'lapse' ? (
        <Link className="button" data-size="small" to="/domains">
          {t('suspended.prove')}
        </Link>
      ) : (
        <Link className="button" data-size="small" to="/audit">
          {t('suspended.why')}
        </Link>
      )}
    </section>
  )
}

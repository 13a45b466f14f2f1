/** Fee and what is left: this device's own arithmetic, outside the frame of what was signed. */
import { grouped } from '@countersign/ui/AmountView'
import { useTranslation } from 'react-i18next'

export const Sums = ({ fee, left, asset }: { readonly fee: string; readonly left: string; readonly asset: string }) => {
  const { t } = useTranslation()
  return (
    <dl className="review-sums">
      <div>
        <dt>{t('review.fee')}</dt>
        <dd>{grouped(fee)} XLM</dd>
      </div>
      <div>
        <dt>{t('review.after')}</dt>
        <dd>
          {grouped(left)} {asset}
        </dd>
      </div>
    </dl>
  )
}

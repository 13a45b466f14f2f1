/** Somebody gave you a receipt: what does it show? Checked on this device; the file goes nowhere. */
import '../review/review.css'
import type { ReceiptVerdict } from '@pursestrings/sdk/verify'
import { type ChangeEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Leaf } from '../leaf/Leaf.tsx'
import { ReceiptView } from './ReceiptView.tsx'
import { checkReceipt } from './read-receipt.ts'

interface Checked {
  readonly name: string
  readonly size: number
  /** Undefined where this wallet has nothing to check against. */
  readonly verdict: ReceiptVerdict | undefined
}

export const CheckReceipt = () => {
  const { t } = useTranslation()
  const id = useId()
  const [checked, setChecked] = useState<Checked>()
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (!file) return
    setChecked({ name: file.name, size: file.size, verdict: await checkReceipt(await file.text()) })
  }
  return (
    <Leaf
      title={t('receipt.checkTitle')}
      foot={
        <Link className="button is-alone" to="/settings">
          {t('receipt.done')}
        </Link>
      }
    >
      <div className="review">
        <section className="review-card receipt-file">
          <div>
            {checked ? (
              <>
                <b>
                  <bdi>{checked.name}</bdi>
                </b>
                <p className="muted">{t('receipt.size', { kilobytes: (checked.size / 1000).toFixed(1) })}</p>
              </>
            ) : (
              <p className="muted">{t('receipt.lead')}</p>
            )}
          </div>
          <label htmlFor={id} className="button">
            {t(checked ? 'receipt.change' : 'receipt.choose')}
          </label>
          <input
            id={id}
            type="file"
            className="visually-hidden"
            accept="application/json,.json"
            onChange={(event) => void choose(event)}
          />
        </section>
        {checked?.verdict && <ReceiptView verdict={checked.verdict} />}
        {checked && !checked.verdict && <p className="muted">{t('receipt.noPolicy')}</p>}
      </div>
    </Leaf>
  )
}

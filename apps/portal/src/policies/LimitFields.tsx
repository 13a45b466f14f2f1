/** The four limits as fields: per payment, in total, until when, and who may be paid. */

import { Field } from '@pursestrings/ui/Field'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Limits } from './limits.ts'

interface Props {
  readonly limits: Limits
  readonly onChange: (limits: Limits) => void
  readonly asset: string
  readonly payees: readonly { readonly id: string; readonly name: string }[]
  /** What is agreed now, beside what is typed. */
  readonly now?: Limits
}

export const LimitFields = ({ limits, onChange, asset, payees, now }: Props) => {
  const { t } = useTranslation()
  const was = (name: 'single' | 'total') =>
    now !== undefined && now[name] !== '' && now[name] !== limits[name]
      ? { hint: t('limits.now', { amount: now[name], asset }) }
      : {}
  return (
    <>
      <Field
        label={t('limits.single', { asset })}
        inputMode="decimal"
        pattern="\d+(\.\d+)?"
        required
        value={limits.single}
        onChange={(single) => onChange({ ...limits, single })}
        {...was('single')}
      />
      <Field
        label={t('limits.total', { asset })}
        inputMode="decimal"
        pattern="\d+(\.\d+)?"
        required
        value={limits.total}
        onChange={(total) => onChange({ ...limits, total })}
        {...was('total')}
      />
      <Field
        label={t('limits.until')}
        type="date"
        required
        value={limits.until}
        onChange={(until) => onChange({ ...limits, until })}
      />
      <Payees limits={limits} onChange={onChange} payees={payees} />
    </>
  )
}

const Payees = ({ limits, onChange, payees }: Pick<Props, 'limits' | 'onChange' | 'payees'>) => {
  const { t } = useTranslation()
  const id = useId()
  const turn = (payee: string, on: boolean) =>
    onChange({ ...limits, payees: on ? [...limits.payees, payee] : limits.payees.filter((one) => one !== payee) })
  return (
    <fieldset className="limit-payees">
      <legend>{t('limits.payees')}</legend>
      {payees.map((payee) => (
        <label key={payee.id} htmlFor={`${id}${payee.id}`}>
          <input
            id={`${id}${payee.id}`}
            type="checkbox"
            checked={limits.payees.includes(payee.id)}
            onChange={(event) => turn(payee.id, event.target.checked)}
          />
          {payee.name}
        </label>
      ))}
    </fieldset>
  )
}

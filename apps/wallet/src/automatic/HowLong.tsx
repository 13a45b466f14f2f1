/** For how long the wallet stays unlocked to pay within the limits. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

export const HOLD_MINUTES = [15, 60, 240, 720] as const
export const HOLD_PRESET = 60

interface Props {
  readonly minutes: number
  readonly onChange: (minutes: number) => void
  /** Whether it may also not be: 0. */
  readonly optional?: boolean
}

export const HowLong = ({ minutes, onChange, optional = false }: Props) => {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{t('automatic.sheet.howLong')}</label>
      <select id={id} value={minutes} onChange={(event) => onChange(Number(event.target.value))}>
        {HOLD_MINUTES.map((choice) => (
          <option key={choice} value={choice}>
            {choice < 60
              ? t('automatic.sheet.minutes', { count: choice })
              : t('automatic.sheet.hours', { count: choice / 60 })}
          </option>
        ))}
        {optional && <option value={0}>{t('automatic.sheet.not')}</option>}
      </select>
    </div>
  )
}

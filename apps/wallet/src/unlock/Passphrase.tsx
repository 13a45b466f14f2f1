/** A field for a passphrase, which can be looked at. */
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../frame/Icon.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoComplete: 'current-password' | 'new-password'
  readonly invalid?: boolean
  readonly describedBy?: string
  /** Typing a new passphrase, people look at it; opening, they rarely do. */
  readonly shown?: boolean
}

export const Passphrase = ({ label, value, onChange, autoComplete, invalid = false, describedBy, shown }: Props) => {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(shown ?? false)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="passphrase">
        <input
          id={id}
          type={open ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={invalid}
          aria-describedby={describedBy}
        />
        <button
          type="button"
          className="round"
          aria-pressed={open}
          aria-label={t(open ? 'unlock.hide' : 'unlock.show')}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'hide' : 'eye'} />
        </button>
      </div>
    </div>
  )
}

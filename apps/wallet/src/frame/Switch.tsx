interface Props {
  readonly label: string
  readonly hint?: string
  readonly on: boolean
  readonly disabled?: boolean
  readonly onChange: (on: boolean) => void
}

/** On or off, with its label as the target. */
export const Switch = ({ label, hint, on, disabled = false, onChange }: Props) => (
  <label className="switch" data-disabled={disabled ? '' : undefined}>
    <span>
      {label}
      {hint !== undefined && <span className="small muted">{hint}</span>}
    </span>
    <input
      type="checkbox"
      role="switch"
      checked={on}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  </label>
)

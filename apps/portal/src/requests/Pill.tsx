/** One filter: closed it says what it is set to, open it shows the choices. Esc and a press elsewhere close it. */
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly label: string
  /** What it is set to, in words. */
  readonly value: string | undefined
  readonly onClear: () => void
  readonly onOpen?: () => void
  readonly children: ReactNode
}

export const Pill = ({ label, value, onClear, onOpen, children }: Props) => {
  const { t } = useTranslation()
  const pill = useRef<HTMLDetailsElement>(null)
  useCloses(pill)
  return (
    <details
      ref={pill}
      className="pill"
      name="filters"
      data-set={value === undefined ? undefined : ''}
      onToggle={({ currentTarget: { open } }) => open && onOpen?.()}
    >
      <summary>
        {label} {value !== undefined && <b>{value}</b>}
      </summary>
      <div className="pill-panel">
        {children}
        {value !== undefined && (
          <button type="button" className="link" onClick={onClear}>
            {t('requests.pill.clear')}
          </button>
        )}
      </div>
    </details>
  )
}

const useCloses = (pill: { readonly current: HTMLDetailsElement | null }): void => {
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = pill
      if (!current?.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        current.querySelector('summary')?.focus()
      } else if (current.contains(event.target as Node)) return
      current.open = false
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [pill])
}

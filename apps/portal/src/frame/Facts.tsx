/** How a fact is shown: its name beside it, as code, as a status, with a button to copy it. */
import { CopyButton } from '@pursestrings/ui/CopyButton'
import { StatusBadge } from '@pursestrings/ui/StatusBadge'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { frameStrings } from './strings.ts'

/** Copies a value; `what` says to screen readers which one. */
export const Copy = ({ value, what }: { readonly value: string; readonly what: string }) => {
  const { t } = useTranslation()
  return <CopyButton value={value} label={t('copy.of', { what })} copied={t('copy.done')} />
}

/** A command to run as it stands. */
export const Code = ({ text }: { readonly text: string }) => (
  <div className="code">
    <code>{text}</code>
    <Copy value={text} what={text} />
  </div>
)

/** One line of a list of facts. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className="muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)

export type Look = keyof typeof frameStrings.status

/** A status as the portal names it. What only the wallet says is marked as reported. */
export const Status = ({ of }: { readonly of: Look }) => {
  const { t } = useTranslation()
  return (
    <StatusBadge
      status={of}
      word={t(`status.${of}.word`)}
      means={t(`status.${of}.means`)}
      {...(of === 'confirmed' && { and: t('status.confirmed.and') })}
    />
  )
}

// A list of things with how each stands. A first page shows it; nothing is drawn while there is nothing to list.

interface RowOf {
  readonly to: string
  readonly name: string
  readonly look: Look
  readonly note?: string
}

export const Rows = ({ rows = [] }: { readonly rows: readonly RowOf[] | undefined }) =>
  rows.length === 0 ? null : (
    <ul className="card rows">
      {rows.map(({ to, name, look, note }) => (
        <li key={to}>
          <span>
            <Link to={to}>{name}</Link>
            {note !== undefined && <span className="muted rows-note">{note}</span>}
          </span>
          <Status of={look} />
        </li>
      ))}
    </ul>
  )

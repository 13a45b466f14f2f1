/** The passphrase or the passkey, for one thing that is said above it. */
import { Sheet } from '@pursestrings/ui/Sheet'
import type { ReactNode } from 'react'
import type { Opener } from '../keys/vault.ts'
import { OpenerForm } from './OpenerForm.tsx'

interface Props {
  readonly title: string
  readonly lead: string
  readonly run: (opener: Opener) => Promise<void>
  readonly verb: string
  readonly busy?: string
  /** What the other button says, which closes it. */
  readonly no: string
  readonly onClose: () => void
  readonly children?: ReactNode
  /** Done: what the lead says now, without a form. */
  readonly over?: boolean
  /** What is chosen besides, above the form. */
  readonly choice?: ReactNode
}

export const OpenerSheet = ({ title, lead, run, verb, busy, no, onClose, children, over = false, choice }: Props) => (
  <Sheet title={title} onClose={onClose}>
    <p className="muted" role="status">
      {lead}
    </p>
    {choice}
    {!over && (
      <OpenerForm
        run={run}
        verb={verb}
        {...(busy !== undefined && { busy })}
        other={
          <button type="button" className="button" onClick={onClose}>
            {no}
          </button>
        }
      >
        {children}
      </OpenerForm>
    )}
  </Sheet>
)

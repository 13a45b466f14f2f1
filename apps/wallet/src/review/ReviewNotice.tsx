/** A notice above the facts: an icon, what it is in bold, and what to do. Color is never the only difference. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../frame/Icon.tsx'

interface Props {
  readonly tone: 'ink' | 'look' | 'stop'
  readonly icon: IconName
  readonly bold: string
  readonly rest?: ReactNode
  /** What can be done about it, such as a button. */
  readonly children?: ReactNode
}

export const ReviewNotice = ({ tone, icon, bold, rest, children }: Props) => (
  <div className="review-notice" data-tone={tone} role={tone === 'ink' ? undefined : 'alert'}>
    <Icon name={icon} size={20} />
    <p>
      <b>{bold}</b> {rest}
    </p>
    {children}
  </div>
)

/** A notice above the facts: an icon, what it is in bold, and what to do. Color is never the only difference. */
import type { ReactNode } from 'react'

const PATHS = {
  triangle: 'M10 3 18 16.5H2zM10 8v4m0 2.2h.01',
  octagon: 'M6.7 2.5h6.6l4.2 4.2v6.6l-4.2 4.2H6.7l-4.2-4.2V6.7zM10 6v5m0 2.6h.01',
  key: 'M7.5 16.5a4 4 0 1 1 0-8 4 4 0 0 1 0 8zM10.4 9.6 17 3m-3 3 2.2 2.2M11.8 8.2l1.6 1.6',
  shield: 'M10 2.5c2 1.4 4 2 6 2.2v5c0 3.6-2.4 6.4-6 7.8-3.6-1.4-6-4.2-6-7.8v-5c2-.2 4-.8 6-2.2z',
  clock: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM10 6v4l2.6 1.8',
  pause: 'M7 4.5v11M13 4.5v11',
  info: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM10 9v5m0-7.6h.01',
  question: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM7.8 8a2.2 2.2 0 1 1 3.4 1.8c-.8.5-1.2.9-1.2 1.8m0 2.4h.01',
  past: 'M3 10a7 7 0 1 0 2.2-5.1L3 7m0-4v4h4M10 6.5V10l2.4 1.6',
} as const

export type ReviewIconName = keyof typeof PATHS

export const ReviewIcon = ({ name }: { readonly name: ReviewIconName }) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
)

interface Props {
  readonly tone: 'ink' | 'look' | 'stop'
  readonly icon: ReviewIconName
  readonly bold: string
  readonly rest?: ReactNode
  /** What can be done about it, such as a button. */
  readonly children?: ReactNode
}

export const ReviewNotice = ({ tone, icon, bold, rest, children }: Props) => (
  <div className="review-notice" data-tone={tone} role={tone === 'ink' ? undefined : 'alert'}>
    <ReviewIcon name={icon} />
    <p>
      <b>{bold}</b> {rest}
    </p>
    {children}
  </div>
)

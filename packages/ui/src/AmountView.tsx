/** The API's exact decimal text, whole digits in groups of three. Never made a number, never rounded. */
import type { CSSProperties } from 'react'

export const grouped = (amount: string): string => {
  const [whole = '', fraction] = amount.split('.')
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u2009')
  return fraction === undefined ? groups : `${groups}.${fraction}`
}

interface Props {
  readonly amount: string
  readonly asset: string
  /** `xl` shrinks with the length of the amount, so that the whole of it fits, and wraps where even that is too long. */
  readonly size?: 'm' | 'l' | 'xl'
}

export const AmountView = ({ amount, asset, size = 'm' }: Props) => {
  const text = grouped(amount)
  return (
    <span className="amount" data-size={size} style={{ '--signs': text.length } as CSSProperties}>
      <span className="amount-figure">{text}</span> <span className="amount-asset">{asset}</span>
    </span>
  )
}

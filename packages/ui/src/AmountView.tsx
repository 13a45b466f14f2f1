/** The API's exact decimal text, whole digits in groups of three. Never made a number, never rounded. */
export const grouped = (amount: string): string => {
  const [whole = '', fraction] = amount.split('.')
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u2009')
  return fraction === undefined ? groups : `${groups}.${fraction}`
}

interface Props {
  readonly amount: string
  readonly asset: string
  readonly size?: 'm' | 'l' | 'xl'
}

export const AmountView = ({ amount, asset, size = 'm' }: Props) => (
  <span className="amount" data-size={size}>
    {grouped(amount)} <span className="amount-asset">{asset}</span>
  </span>
)

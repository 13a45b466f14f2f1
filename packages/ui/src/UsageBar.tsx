/** How much of a limit is gone: what is spent is solid, what is only reserved is hatched. The label says it in words. */
import './usage-bar.css'
import { useId } from 'react'

interface Props {
  /** Shares of the limit, 0 to 1; for drawing alone. */
  readonly spent: number
  readonly reserved: number
  readonly label: string
}

const percent = (share: number): string => `${Math.min(Math.max(share, 0), 1) * 100}%`

export const UsageBar = ({ spent, reserved, label }: Props) => {
  const hatch = useId()
  return (
    <svg className="usage-bar" width="100%" height="8" role="img" aria-label={label}>
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="usage-bar-spent" width="2.5" height="5" />
        </pattern>
      </defs>
      <rect className="usage-bar-spent" width={percent(spent)} height="8" />
      <rect x={percent(spent)} width={percent(Math.min(reserved, 1 - spent))} height="8" fill={`url(#${hatch})`} />
    </svg>
  )
}

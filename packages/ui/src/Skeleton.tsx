/** The shape of what is on its way. It comes a moment late, so that a quick answer doesn't flicker, and says to those who listen that something loads. */
import './skeleton.css'

export interface SkeletonShape {
  readonly lines: number
  /** A card of rows, a card with a title and text, or text alone. */
  readonly as?: 'rows' | 'card' | 'text'
}

export const Skeleton = ({ lines, as = 'text', label }: SkeletonShape & { readonly label: string }) => (
  <div className={as === 'text' ? 'skeleton' : 'card skeleton'} data-as={as} role="status">
    <span className="visually-hidden">{label}</span>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} aria-hidden="true" />
    ))}
  </div>
)

/** The next page is on its way, and the one before stays. */
export const Leaving = ({ label }: { readonly label: string }) => (
  <p className="leaving" role="status">
    <span className="visually-hidden">{label}</span>
  </p>
)

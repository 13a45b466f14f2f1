/** The shape of what is on its way. It comes a moment late, so that a quick answer doesn't flicker, and says to those who listen that something loads. */
import './skeleton.css'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly lines: number
  /** A card of rows, a card with a title and text, or text alone. */
  readonly as?: 'rows' | 'card' | 'text'
}

export const Skeleton = ({ lines, as = 'text' }: Props) => {
  const { t } = useTranslation()
  return (
    <div className={as === 'text' ? 'skeleton' : 'card skeleton'} data-as={as} role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden="true" />
      ))}
    </div>
  )
}

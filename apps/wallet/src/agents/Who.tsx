/** Who asks: the agent, whose it is, and the domain that is proven for it; a missing one is said, and that nobody vouches for an own one. */
import type { Source } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly source: Source
  readonly named?: boolean
  readonly children?: ReactNode
}

export const Who = ({ source, named = false, children }: Props) => {
  const { t } = useTranslation()
  return (
    <div className="card pad who">
      {named && <b className="who-name">{source.agent_name}</b>}
      <p className="muted">{source.personal ? t('agents.own') : t('agents.by', { name: source.merchant_name })}</p>
      {source.verified_domain === null ? (
        <p className="tone-look with-glyph">
          <StatusGlyph tone="look" glyph="alert" size={18} />
          {t(source.personal ? 'agents.nobodyVouches' : 'agents.unproven')}
        </p>
      ) : (
        <p className="tone-proven with-glyph">
          <StatusGlyph tone="proven" glyph="tick" filled size={18} />
          {source.verified_domain}
        </p>
      )}
      {children}
    </div>
  )
}

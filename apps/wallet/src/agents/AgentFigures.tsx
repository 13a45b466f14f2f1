import type { Connection } from '@pursestrings/sdk'
import { useTranslation } from 'react-i18next'

/** How the agent's requests ended, in four figures. */
export const AgentFigures = ({ counts }: { readonly counts: NonNullable<Connection['request_counts']> }) => {
  const { t } = useTranslation()
  const asked = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const figures = [
    { name: 'asked', count: asked },
    { name: 'sent', count: counts.confirmed },
    { name: 'rejected', count: counts.rejected },
    { name: 'expired', count: counts.expired },
  ] as const
  return (
    <dl className="card figures" aria-label={t('agent.figures')}>
      {figures.map(({ name, count }) => (
        <div key={name}>
          <dt>{t(`agent.${name}`)}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  )
}

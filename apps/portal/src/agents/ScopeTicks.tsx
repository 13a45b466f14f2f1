/** The scopes to choose from, when an agent is added and later. */
import { useTranslation } from 'react-i18next'
import { Ticks } from '../frame/Ticks.tsx'
import { type Scope, useAgentScopes } from './agent-scopes.ts'

interface Props {
  readonly chosen: readonly Scope[]
  readonly onChange: (chosen: readonly Scope[]) => void
  /** Where a heading says it already. */
  readonly quiet?: boolean
}

export const ScopeTicks = ({ chosen, onChange, quiet = false }: Props) => {
  const { t } = useTranslation()
  return (
    <Ticks
      legend={<span className={quiet ? 'visually-hidden' : undefined}>{t('agent.scopes')}</span>}
      options={useAgentScopes().map(([scope, word]) => ({
        value: scope,
        shown: (
          <>
            {t(`agent.scope.${word}`)}
            <span className="mono muted rows-note">{scope}</span>
          </>
        ),
      }))}
      chosen={chosen}
      onChange={onChange}
    />
  )
}

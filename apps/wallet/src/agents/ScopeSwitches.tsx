/** What an agent asks for, each with a switch: less can be granted, more never. */

import type { Connection } from '@pursestrings/sdk'
import { useTranslation } from 'react-i18next'
import { Switch } from '../frame/Switch.tsx'

export type Scope = Connection['scopes'][number]

interface Props {
  readonly asked: readonly Scope[]
  readonly granted: readonly Scope[]
  readonly onChange: (granted: readonly Scope[]) => void
}

export const ScopeSwitches = ({ asked, granted, onChange }: Props) => {
  const { t } = useTranslation()
  return (
    <section className="group" aria-labelledby="scopes">
      <header>
        <h2 id="scopes">{t('scopes.title')}</h2>
        <span className="small muted">{t('scopes.later')}</span>
      </header>
      <div className="card rows">
        {asked.map((scope) => (
          <Switch
            key={scope}
            label={t(`scopes.${scope}`)}
            on={granted.includes(scope)}
            onChange={(on) => onChange(asked.filter((one) => (one === scope ? on : granted.includes(one))))}
          />
        ))}
      </div>
      {granted.length === 0 && <p className="small tone-look">{t('scopes.none')}</p>}
    </section>
  )
}

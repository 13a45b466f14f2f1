import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api } from '../client.ts'
import { NAMES, SPANS, type Span } from './filter.ts'
import { ACTIONS } from './sentence.ts'

export const Filters = () => {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const members = useQuery({
    queryKey: ['members'],
    queryFn: () => api.members.list({ limit: 100 }).toArray({ limit: 200 }),
  })
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query)
    next.delete('cursor')
    if (value === '') next.delete(name)
    else next.set(name, value)
    setQuery(next)
  }
  const target = query.get('target')
  return (
    <div className="filters">
      <Choice label={t('audit.when.label')} value={query.get('when') ?? ''} onChange={(value) => set('when', value)}>
        <option value="">{t('audit.when.all')}</option>
        {(Object.keys(SPANS) as Span[]).map((span) => (
          <option key={span} value={span}>
            {t(`audit.when.${span}`)}
          </option>
        ))}
      </Choice>
      <Choice label={t('audit.who.label')} value={query.get('actor') ?? ''} onChange={(value) => set('actor', value)}>
        <option value="">{t('audit.who.all')}</option>
        {members.data?.map(({ account_id, email }) => (
          <option key={account_id} value={account_id}>
            {email}
          </option>
        ))}
      </Choice>
      <Choice
        label={t('audit.what.label')}
        value={query.get('action') ?? ''}
        onChange={(value) => set('action', value)}
      >
        <option value="">{t('audit.what.all')}</option>
        {ACTIONS.map((action) => (
          <option key={action} value={action}>
            {action}
          </option>
        ))}
      </Choice>
      {target !== null && (
        <span className="filter">
          {t('audit.record')} <span className="mono">{target}</span>
        </span>
      )}
      {NAMES.some((name) => query.has(name)) && (
        <button type="button" className="link" onClick={() => setQuery({})}>
          {t('audit.clear')}
        </button>
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

const Choice = ({ label, value, onChange, children }: ChoiceProps) => (
  <label className="filter" data-set={value === '' ? undefined : ''}>
    {label}
    <select className="plain-select" value={value} onChange={(event) => onChange(event.target.value)}>
      {children}
    </select>
  </label>
)

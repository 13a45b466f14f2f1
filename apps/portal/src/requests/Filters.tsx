/** Filter pills over the list. What is chosen lives in the address, so that it can be kept, sent and undone by "back". */
import { Field } from '@pursestrings/ui/Field'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api } from '../client.ts'
import { AMOUNT_PATTERN, amountIn, CREATED_DAYS, type Created, createdIn, standsIn, withFilter } from './filters.ts'
import { Pill } from './Pill.tsx'
import { SearchField } from './SearchField.tsx'
import { ALL_STANDS } from './stands.ts'

// Requests from one amount to another. Both are typed first and then applied, so that half an amount narrows nothing.

interface Props {
  readonly query: URLSearchParams
  readonly change: (change: Readonly<Record<string, readonly string[]>>) => void
}

const AmountPill = ({ query, change }: Props) => {
  const { t } = useTranslation()
  const [min, max] = [amountIn(query, 'min') ?? '', amountIn(query, 'max') ?? '']
  const [least, setLeast] = useState(min)
  const [most, setMost] = useState(max)
  // "Back" and "clear" change the address; the fields follow.
  useEffect(() => {
    setLeast(min)
    setMost(max)
  }, [min, max])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change({ min: [least.trim()].filter(Boolean), max: [most.trim()].filter(Boolean) })
  }
  const range = () => {
    if (max === '') return t('requests.amount.from', { min })
    return min === '' ? t('requests.amount.upTo', { max }) : t('requests.amount.range', { min, max })
  }
  const common = {
    inputMode: 'decimal',
    pattern: AMOUNT_PATTERN,
    title: t('requests.amount.rule'),
    maxLength: 40,
  } as const
  return (
    <Pill
      label={t('requests.pill.amount')}
      value={min + max === '' ? undefined : range()}
      onClear={() => change({ min: [], max: [] })}
    >
      <form className="amounts" onSubmit={submit}>
        <Field {...common} label={t('requests.amount.min')} value={least} onChange={setLeast} />
        <Field {...common} label={t('requests.amount.max')} value={most} onChange={setMost} />
        <button type="submit" className="button">
          {t('requests.amount.apply')}
        </button>
      </form>
    </Pill>
  )
}

/** What is drawn may be a moment behind the address: two quick clicks must both count. */
const inAddress = () => new URLSearchParams(window.location.search)

type Change = (change: Readonly<Record<string, readonly string[]>>) => void

export const Filters = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const change: Change = (wanted) => setQuery(withFilter(inAddress(), wanted))
  return (
    <div className="filters" role="search" aria-label={t('requests.filters')}>
      <SearchField query={query} onSearch={(q) => change({ q: [q].filter(Boolean) })} />
      <CreatedPill query={query} change={change} />
      <StatusPill query={query} change={change} />
      <NamePill
        name="payee"
        chosen={query.get('payee')}
        change={change}
        read={() =>
          api.recipients
            .list()
            .toArray({ limit: 200 })
            .then((all) => all.map(({ recipient_id, name }) => ({ id: recipient_id, name })))
        }
      />
      <NamePill
        name="agent"
        chosen={query.get('agent')}
        change={change}
        read={() =>
          api.agents
            .list()
            .toArray({ limit: 200 })
            .then((all) => all.map(({ agent_id, name }) => ({ id: agent_id, name })))
        }
      />
      <AmountPill query={query} change={change} />
      <span className="filters-end">{children}</span>
    </div>
  )
}

interface PillProps {
  readonly query: URLSearchParams
  readonly change: Change
}

const CreatedPill = ({ query, change }: PillProps) => {
  const { t } = useTranslation()
  const created = createdIn(query)
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  const range = from + to === '' ? undefined : t('requests.created.range', { from, to })
  const choose = (name: Created) => change({ created: [name], from: [], to: [] })
  const bound = (name: 'from' | 'to') => (value: string) => change({ created: [], [name]: value === '' ? [] : [value] })
  return (
    <Pill
      label={t('requests.pill.created')}
      value={created ? t(`requests.created.${created}`) : range}
      onClear={() => change({ created: [], from: [], to: [] })}
    >
      {(Object.keys(CREATED_DAYS) as Created[]).map((name) => (
        <label key={name}>
          <input type="radio" name="created" checked={created === name} onChange={() => choose(name)} />
          {t(`requests.created.${name}`)}
        </label>
      ))}
      <Field type="date" label={t('requests.created.from')} value={from} onChange={bound('from')} />
      <Field type="date" label={t('requests.created.to')} value={to} onChange={bound('to')} />
    </Pill>
  )
}

/** In one set of words, whoever said it: the wallet, the ledger or the clock. */
const StatusPill = ({ query, change }: PillProps) => {
  const { t } = useTranslation()
  const chosen = standsIn(query)
  return (
    <Pill
      label={t('requests.pill.status')}
      value={chosen.length === 0 ? undefined : chosen.map((name) => t(`requests.standing.${name}`)).join(', ')}
      onClear={() => change({ standing: [] })}
    >
      {ALL_STANDS.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target: { checked } }) => {
              const others = standsIn(inAddress()).filter((one) => one !== name)
              change({ standing: checked ? [...others, name] : others })
            }}
          />
          {t(`requests.standing.${name}`)}
        </label>
      ))}
    </Pill>
  )
}

interface NamePillProps {
  readonly name: 'payee' | 'agent'
  readonly chosen: string | null
  readonly change: Change
  readonly read: () => Promise<readonly { readonly id: string; readonly name: string }[]>
}

const NamePill = ({ name, chosen, change, read }: NamePillProps) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const list = useQuery({
    queryKey: [name === 'payee' ? 'recipients' : 'agents', 'names'],
    queryFn: read,
    enabled: opened || chosen !== null,
  })
  const value = chosen === null ? undefined : (list.data?.find(({ id }) => id === chosen)?.name ?? chosen)
  return (
    <Pill
      label={t(`requests.pill.${name}`)}
      value={value}
      onClear={() => change({ [name]: [] })}
      onOpen={() => setOpened(true)}
    >
      {list.data?.length === 0 && <p className="muted">{t('requests.pill.none')}</p>}
      {list.data?.map(({ id, name: shown }) => (
        <label key={id}>
          <input type="radio" name={name} checked={chosen === id} onChange={() => change({ [name]: [id] })} />
          {shown}
        </label>
      ))}
    </Pill>
  )
}

/** Requests from one amount to another. Both are typed first and then applied, so that half an amount narrows nothing. */
import { Field } from '@countersign/ui/Field'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AMOUNT_PATTERN, amountIn } from './filters.ts'
import { Pill } from './Pill.tsx'

interface Props {
  readonly query: URLSearchParams
  readonly change: (change: Readonly<Record<string, readonly string[]>>) => void
}

export const AmountPill = ({ query, change }: Props) => {
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

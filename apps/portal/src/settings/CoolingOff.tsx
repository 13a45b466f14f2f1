/** How long does a new address wait before it's paid? Longer counts at once, shorter only later. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { momentOf } from '../frame/day.ts'
import { Fault } from '../frame/Fault.tsx'
import { useSession } from '../session.ts'
import { Section } from './Section.tsx'

const DAY_S = 86_400
const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

export const CoolingOff = () => {
  const { t } = useTranslation()
  const field = useId()
  const { data: session } = useSession()
  const read = useQuery({ queryKey: ['cooling-off'], queryFn: () => api.coolingOff.read().then((answer) => answer) })
  const change = useMutation({
    mutationFn: (days: number) => api.coolingOff.update({ cooling_off_s: days * DAY_S }).then((answer) => answer),
    onSettled: () => queries.invalidateQueries({ queryKey: ['cooling-off'] }),
  })
  const now = read.data?.cooling_off
  const fault = read.error ?? change.error
  return (
    <Section title={t('settings.coolingOff.title')} lead={t('settings.coolingOff.lead')}>
      <div className="pad">
        {fault ? <Fault error={fault} /> : null}
        {now && (
          <div className="field">
            <label htmlFor={field}>{t('settings.coolingOff.label')}</label>
            <select
              id={field}
              value={(now.lowers_to_s ?? now.cooling_off_s) / DAY_S}
              disabled={session?.role !== 'owner' || change.isPending}
              onChange={({ target }) => change.mutate(Number(target.value))}
            >
              {DAYS.map((days) => (
                <option key={days} value={days}>
                  {t('settings.coolingOff.days', { count: days })}
                </option>
              ))}
            </select>
          </div>
        )}
        {now && now.lowers_at !== null && (
          <p role="status">
            {t('settings.coolingOff.later', {
              count: now.cooling_off_s / DAY_S,
              when: momentOf(now.lowers_at),
            })}
          </p>
        )}
        {session?.role !== 'owner' && <p className="muted">{t('settings.coolingOff.ask')}</p>}
      </div>
    </Section>
  )
}

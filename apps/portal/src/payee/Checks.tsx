/** What this browser has checked by itself, and what it found. */
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import { dayOf } from '../frame/day.ts'
import type { Checked } from './check-payee.ts'

type State = 'holds' | 'fails' | 'open'

interface Check {
  readonly state: State
  readonly what: string
  readonly how?: string | undefined
}

const GLYPHS = {
  holds: { tone: 'proven', glyph: 'tick', filled: true },
  fails: { tone: 'stop', glyph: 'alert', filled: true },
  open: { tone: 'idle', glyph: 'ring' },
} as const

export const Checks = ({ checked }: { readonly checked: Checked }) => {
  const { t } = useTranslation()
  const checks = useChecks(checked)
  return (
    <section className="card pad">
      <h2>{t('payee.checks')}</h2>
      <ul className="public-checks">
        {checks.map(({ state, what, how }) => (
          <li key={what} data-state={state}>
            <StatusGlyph {...GLYPHS[state]} />
            <div>
              <p>{what}</p>
              {how !== undefined && <p className="muted small">{how}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const useChecks = ({ outcome, witnesses, visited_at, other_policy, listed, history }: Checked): readonly Check[] => {
  const { t } = useTranslation()
  const day = visited_at === undefined ? '' : dayOf(visited_at)
  const checks: Check[] = []
  if (outcome?.outcome === 'on_record') {
    checks.push({ state: 'holds', what: t('payee.inLog'), how: t('payee.inLogHow', { index: outcome.index }) })
  } else if (outcome) {
    const how = 'reason' in outcome ? outcome.reason : undefined
    checks.push({ state: outcome.outcome === 'pending' ? 'open' : 'fails', what: t('payee.notInLog'), how })
  }
  if (outcome?.outcome === 'on_record') {
    checks.push(
      witnesses.needed
        ? { state: 'holds', what: t('payee.witnesses'), how: t('payee.witnessesHow', witnesses) }
        : { state: 'open', what: t('payee.noWitnesses'), how: t('payee.noWitnessesHow') },
    )
  }
  if (outcome?.outcome === 'split_view') {
    checks.push({ state: 'fails', what: t('payee.rewritten'), how: t('payee.rewrittenHow', { day }) })
  } else if (outcome?.outcome === 'on_record') {
    checks.push(
      visited_at === undefined
        ? { state: 'open', what: t('payee.firstVisit'), how: t('payee.firstVisitHow') }
        : { state: 'holds', what: t('payee.grew'), how: t('payee.grewHow', { day }) },
    )
  }
  if (listed) {
    const how = t('payee.listedHow', { where: listed.where, day: dayOf(listed.at) })
    checks.push({ state: 'holds', what: t('payee.listed'), how })
  }
  checks.push(
    history.fault === undefined
      ? { state: 'holds', what: t('payee.historyHolds'), how: t('payee.historyHow', { count: history.checked }) }
      : { state: 'fails', what: t('payee.historyFault'), how: history.fault },
  )
  if (other_policy) checks.push({ state: 'fails', what: t('payee.otherKeys'), how: t('payee.otherKeysHow') })
  return checks
}

/** What is left to do until the wallet is of use, shown until all of it is done. The first open step has the button. */
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { queries } from '../client.ts'
import { useVault } from '../keys/session.ts'
import { recentPayments } from '../requests/lists.ts'
import { settings } from '../settings.ts'
import { useBalance } from './Balance.tsx'
import { useAgents } from './HomeAgents.tsx'

const LOOKED_AT = 100
const STEPS = ['fund', 'connect', 'pay', 'backup'] as const
type Step = (typeof STEPS)[number]

/** Undefined until every answer is there. */
const useDone = (): Readonly<Record<Step, boolean>> | undefined => {
  const { backed_up } = useVault()
  const balance = useBalance()
  const agents = useAgents()
  const paid = useQuery({
    queryKey: ['requests', 'any paid'],
    queryFn: async () => (await recentPayments(LOOKED_AT)).some(({ status }) => status === 'confirmed'),
  })
  if (balance.data === undefined || agents.data === undefined || paid.data === undefined) return undefined
  return { fund: balance.data !== null, connect: agents.data.length > 0, pay: paid.data, backup: backed_up }
}

export const SetUp = () => {
  const { t } = useTranslation()
  const installed = useQuery({ queryKey: ['settings'], queryFn: settings, staleTime: Number.POSITIVE_INFINITY })
  const done = useDone()
  if (!done) return null
  const count = STEPS.filter((step) => done[step]).length
  if (count === STEPS.length) return null
  // Nobody can pay before somebody asks: that step has no button. Who pays on another chain needs no XLM, so that is in nobody's way.
  const beside = installed.data?.chains === undefined ? undefined : 'fund'
  const next = STEPS.find((step) => !done[step] && step !== 'pay' && step !== beside)
  return (
    <section className="card set-up" aria-labelledby="set-up">
      <header>
        <h2 id="set-up">{t('inbox.setUp.title')}</h2>
        <span className="muted">{t('inbox.setUp.of', { count, all: STEPS.length })}</span>
      </header>
      <ul>
        {STEPS.map((step) => (
          <li key={step}>
            {done[step] ? (
              <StatusGlyph tone="proven" glyph="tick" filled size={18} />
            ) : (
              <StatusGlyph tone="idle" glyph="ring" size={18} />
            )}
            <p className={step === next ? 'is-next' : undefined}>
              {t(`inbox.setUp.${step}.${done[step] ? 'done' : 'open'}`)}
              <span className="visually-hidden"> {t(done[step] ? 'inbox.setUp.done' : 'inbox.setUp.left')}</span>
            </p>
            {(step === next || (step === beside && !done[step])) && <Go step={step} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Go = ({ step }: { readonly step: Step }): ReactNode => {
  const { t } = useTranslation()
  if (step === 'fund') return <Fund />
  const to = step === 'connect' ? '/agents/connect' : '/settings/backup'
  return (
    <Link className="button" data-size="small" to={to}>
      {t(step === 'connect' ? 'inbox.setUp.connect.go' : 'inbox.setUp.backup.go')}
    </Link>
  )
}

const Fund = () => {
  const { t } = useTranslation()
  const { address } = useVault()
  const installed = useQuery({ queryKey: ['settings'], queryFn: settings, staleTime: Number.POSITIVE_INFINITY })
  const fund = useMutation({
    mutationFn: async () => (await import('../ledger/stellar/account.ts')).askForTestFunds(address),
    onSettled: () => queries.invalidateQueries({ queryKey: ['balance'] }),
  })
  if (installed.data?.friendbot_url == null) return null
  return (
    <>
      <button
        type="button"
        className="button"
        data-size="small"
        disabled={fund.isPending}
        onClick={() => fund.mutate()}
      >
        {t(fund.isPending ? 'inbox.funding' : 'inbox.fund')}
      </button>
      <p className="field-fault" role="alert">
        {fund.error ? t('inbox.fundFailed') : ''}
      </p>
    </>
  )
}

/** What the account has, as the configured ledger says; and test money for an account that has none. */
import { grouped } from '@countersign/ui/AmountView'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queries } from '../client.ts'
import { useVault } from '../keys/session.ts'
import { settings } from '../settings.ts'

const REFRESH_MS = 30_000

export const Balance = () => {
  const { t } = useTranslation()
  const { address } = useVault()
  const installed = useQuery({ queryKey: ['settings'], queryFn: settings, staleTime: Number.POSITIVE_INFINITY })
  const ledger_url = installed.data?.ledger_url ?? null
  const balance = useQuery({
    queryKey: ['balance', address],
    queryFn: async () => (await import('../ledger/account.ts')).readBalance(address),
    enabled: ledger_url !== null,
    refetchInterval: REFRESH_MS,
  })
  const fund = useMutation({
    mutationFn: async () => (await import('../ledger/account.ts')).askForTestFunds(address),
    onSettled: () => queries.invalidateQueries({ queryKey: ['balance'] }),
  })
  if (ledger_url === null) return null
  const unfunded = balance.data === null
  return (
    <section className="balance" aria-label={t('inbox.balance')}>
      <p className="muted">{t('inbox.balance')}</p>
      <p className="balance-figure" role="status">
        {balance.data === undefined ? '–' : grouped(balance.data ?? '0')} <span className="amount-asset">XLM</span>
      </p>
      {balance.error ? <p className="small tone-look">{t('inbox.noBalance')}</p> : null}
      {unfunded && (
        <>
          <p className="small muted">{t('inbox.unfunded')}</p>
          {installed.data?.friendbot_url != null && (
            <button
              type="button"
              className="button"
              data-kind="primary"
              disabled={fund.isPending}
              onClick={() => fund.mutate()}
            >
              {t(fund.isPending ? 'inbox.funding' : 'inbox.fund')}
            </button>
          )}
        </>
      )}
      <p className="field-fault" role="alert">
        {fund.error ? t('inbox.fundFailed') : ''}
      </p>
    </section>
  )
}

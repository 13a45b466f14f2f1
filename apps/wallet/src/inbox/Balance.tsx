/** What can be spent, as the configured ledger says, and what stays. */
import { grouped } from '@pursestrings/ui/AmountView'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useVault } from '../keys/session.ts'
import { settings } from '../settings.ts'

const REFRESH_MS = 30_000

/** Null where the ledger has no such account; undefined until it answers, and where none is set. */
export const useBalance = () => {
  const { address } = useVault()
  const installed = useQuery({ queryKey: ['settings'], queryFn: settings, staleTime: Number.POSITIVE_INFINITY })
  return useQuery({
    queryKey: ['balance', address],
    queryFn: async () => (await import('../ledger/stellar/account.ts')).readBalance(address),
    enabled: installed.data !== undefined && installed.data.ledger_url !== null,
    refetchInterval: REFRESH_MS,
  })
}

export const Balance = () => {
  const { t } = useTranslation()
  const balance = useBalance()
  return (
    <section className="balance" aria-label={t('inbox.balance')}>
      <p className="muted">{t('inbox.balance')}</p>
      <p className="balance-figure" role="status">
        {balance.data === undefined ? '–' : grouped(balance.data?.available ?? '0')}{' '}
        <span className="amount-asset">XLM</span>
      </p>
      {balance.data && balance.data.held !== '0' && (
        <p className="small muted">{t('inbox.held', { held: grouped(balance.data.held) })}</p>
      )}
      {balance.data === null && <p className="small muted">{t('inbox.unfunded')}</p>}
      {balance.error ? <p className="small tone-look">{t('inbox.noBalance')}</p> : null}
    </section>
  )
}

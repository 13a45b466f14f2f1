/** What the wallet has on the EVM chains that are enabled here, and the way to its address there. Nothing where there is none. */
import { grouped } from '@pursestrings/ui/AmountView'
import { networkName } from '@pursestrings/ui/network-name'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settings } from '../settings.ts'
import { Receive } from './Receive.tsx'

const REFRESH_MS = 30_000

const useChains = () => {
  const installed = useQuery({ queryKey: ['settings'], queryFn: settings, staleTime: Number.POSITIVE_INFINITY })
  return installed.data?.chains ?? {}
}

/** Null where this wallet has no address there yet. */
const useTokenBalance = (network: string) =>
  useQuery({
    queryKey: ['balance', 'token', network],
    queryFn: async () => (await import('../ledger/evm/balance.ts')).readTokenBalance(network),
    refetchInterval: REFRESH_MS,
  })

interface Props {
  readonly network: string
  /** Somebody gives test money here. */
  readonly gives: boolean
}

const TokenBalance = ({ network, gives }: Props) => {
  const { t } = useTranslation()
  const { data, error } = useTokenBalance(network)
  const [receives, setReceives] = useState(false)
  const name = networkName(network)
  return (
    <section className="token-balance" aria-label={t('inbox.balanceOn', { name })}>
      <p>
        <b role="status">{data ? grouped(data.available) : '–'}</b>{' '}
        <span className="amount-asset">{data?.asset ?? 'USDC'}</span>{' '}
        <span className="muted">{t('inbox.on', { name })}</span>
      </p>
      {data && (
        <button type="button" className="link" onClick={() => setReceives(true)}>
          {t('inbox.receive.open')}
        </button>
      )}
      {data === null && <p className="small muted">{t('inbox.receive.later')}</p>}
      {error ? <p className="small tone-look">{t('inbox.noBalance')}</p> : null}
      {data && receives && <Receive {...data} network={network} gives={gives} onClose={() => setReceives(false)} />}
    </section>
  )
}

export const TokenBalances = () =>
  Object.entries(useChains()).map(([network, { friendbot_url }]) => (
    <TokenBalance key={network} network={network} gives={friendbot_url !== undefined} />
  ))

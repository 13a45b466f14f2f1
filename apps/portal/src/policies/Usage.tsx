/** How much of a policy's total is gone, and how much of that only waits for the wallet. */
import type { AutomationPolicy } from '@pursestrings/sdk'
import { AmountView } from '@pursestrings/ui/AmountView'
import { UsageBar } from '@pursestrings/ui/UsageBar'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { less } from './amounts.ts'

export const Usage = ({ policy, size = 'm' }: { readonly policy: AutomationPolicy; readonly size?: 'm' | 'l' }) => {
  const { t } = useTranslation()
  const { id, asset, decimals } = policy
  const read = useQuery({
    queryKey: ['policy-usage', id],
    queryFn: () => api.automationPolicies.read(id).then(({ usage }) => usage),
    refetchInterval: 15_000,
  })
  if (read.error) return <Fault error={read.error} onAgain={() => void read.refetch()} />
  if (!read.data) return null
  const { used, claimed, cumulative_limit, remaining } = read.data
  const reserved = less(used, claimed, decimals)
  const limit = Number(cumulative_limit ?? 0)
  const share = (amount: string) => (limit > 0 ? Number(amount) / limit : 0)
  const said = t('policy.usage.label', { used, limit: cumulative_limit ?? '0', asset, reserved })
  return (
    <div className="usage">
      <p>
        <AmountView amount={used} asset={asset} size={size} />{' '}
        <span className="muted">{t('policy.usage.of', { limit: cumulative_limit ?? '–' })}</span>
      </p>
      <UsageBar spent={share(claimed)} reserved={share(reserved)} label={said} />
      {size === 'l' && (
        <p className="muted">
          {reserved !== '0' && `${t('policy.usage.reserved', { reserved })} `}
          {remaining !== null && t('policy.usage.left', { remaining })}
        </p>
      )}
    </div>
  )
}

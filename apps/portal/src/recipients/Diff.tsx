/** What a version would change: the rows that differ first, old above new, and last what stays. */
import type { RecipientVersion } from '@countersign/sdk'
import { AddressView } from '@countersign/ui/AddressView'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Copy } from '../frame/Copy.tsx'

interface Props {
  readonly version: RecipientVersion
  readonly before: RecipientVersion | undefined
}

export const Diff = ({ version, before }: Props) => {
  const { t } = useTranslation()
  const memoOf = ({ memo }: RecipientVersion) =>
    memo === null ? <span className="muted">{t('request.none')}</span> : <span className="mono">{memo}</span>
  const address = (
    <AddressView
      address={version.address}
      perRow={14}
      {...(before && before.address !== version.address && { against: before.address })}
      copy={<Copy value={version.address} what={t('recipients.address')} />}
    />
  )
  const rest = t('recipient.facts', {
    network: version.network === 'stellar_testnet' ? t('recipient.testnet') : version.network,
    asset: version.asset,
    decimals: version.decimals,
  })
  const rows: { label: string; was: ReactNode; is: ReactNode; differs: boolean }[] = [
    {
      label: t('recipients.address'),
      was: before && <AddressView address={before.address} perRow={14} />,
      is: address,
      differs: before !== undefined && before.address !== version.address,
    },
    {
      label: t('request.memo'),
      was: before && memoOf(before),
      is: memoOf(version),
      differs: before !== undefined && before.memo !== version.memo,
    },
  ]
  return (
    <dl className="diff">
      {rows
        .toSorted((a, b) => Number(b.differs) - Number(a.differs))
        .map(({ label, was, is, differs }) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            {differs && before ? (
              <>
                <dd className="diff-was">
                  <span className="muted">{t('recipient.short', { number: before.number })}</span>
                  {was}
                </dd>
                <dd className="diff-is">
                  <b className="tone-look">{t('recipient.short', { number: version.number })}</b>
                  {is}
                </dd>
              </>
            ) : (
              <dd>{is}</dd>
            )}
          </div>
        ))}
      <div>
        <dt className="muted">{before ? t('recipient.same') : t('recipient.network')}</dt>
        <dd>{rest}</dd>
      </div>
    </dl>
  )
}

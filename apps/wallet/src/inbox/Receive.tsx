/** Where money can be sent to this wallet on one network: the address, whole and as a code; and test money, where somebody gives it. */
import { AddressView } from '@pursestrings/ui/AddressView'
import { networkName } from '@pursestrings/ui/network-name'
import { Sheet } from '@pursestrings/ui/Sheet'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QrCode } from '../agents/QrCode.tsx'
import { queries } from '../client.ts'
import { Copy } from '../frame/Copy.tsx'

interface Props {
  readonly address: string
  readonly asset: string
  readonly network: string
  readonly gives: boolean
  readonly onClose: () => void
}

export const Receive = ({ address, asset, network, gives, onClose }: Props) => {
  const { t } = useTranslation()
  const name = networkName(network)
  const fund = useMutation({
    mutationFn: async () => (await import('../ledger/evm/balance.ts')).askForTestTokens(network),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['balance'] }),
  })
  return (
    <Sheet title={t('inbox.receive.title', { asset, name })} onClose={onClose}>
      <p>{t('inbox.receive.lead', { asset, name })}</p>
      <div className="key-card">
        <QrCode text={address} label={t('inbox.receive.qr')} />
        <AddressView address={address} perRow={4} copy={<Copy value={address} what={t('inbox.receive.address')} />} />
      </div>
      <p className="small muted">{t('inbox.receive.words', { name })}</p>
      <p className="field-fault" role="alert">
        {fund.error ? t('inbox.receive.failed', { asset }) : ''}
      </p>
      {gives && (
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={fund.isPending}
          onClick={() => fund.mutate()}
        >
          {t(fund.isPending ? 'inbox.receive.getting' : 'inbox.receive.get', { asset })}
        </button>
      )}
      <button type="button" className="button" onClick={onClose}>
        {t('inbox.receive.close')}
      </button>
    </Sheet>
  )
}

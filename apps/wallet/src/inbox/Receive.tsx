/** Where money can be sent to this wallet on one network: the address, whole and as a code. */
import { AddressView } from '@pursestrings/ui/AddressView'
import { Sheet } from '@pursestrings/ui/Sheet'
import { useTranslation } from 'react-i18next'
import { QrCode } from '../agents/QrCode.tsx'
import { Copy } from '../frame/Copy.tsx'

interface Props {
  readonly address: string
  readonly asset: string
  readonly name: string
  readonly onClose: () => void
}

export const Receive = ({ address, asset, name, onClose }: Props) => {
  const { t } = useTranslation()
  return (
    <Sheet title={t('inbox.receive.title', { asset, name })} onClose={onClose}>
      <p>{t('inbox.receive.lead', { asset, name })}</p>
      <div className="key-card">
        <QrCode text={address} label={t('inbox.receive.qr')} />
        <AddressView address={address} perRow={4} copy={<Copy value={address} what={t('inbox.receive.address')} />} />
      </div>
      <p className="small muted">{t('inbox.receive.words', { name })}</p>
      <button type="button" className="button" onClick={onClose}>
        {t('inbox.receive.close')}
      </button>
    </Sheet>
  )
}

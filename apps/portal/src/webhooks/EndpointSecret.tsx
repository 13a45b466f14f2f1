/** The secret of an endpoint, shown once, and how a server is given it. */
import { useTranslation } from 'react-i18next'
import { SecretOnce } from '../frame/SecretOnce.tsx'

const CHECK = `import { verifyWebhook } from '@pursestrings/sdk'

const { message } = await verifyWebhook(
  body, // the bytes as they came
  request.headers,
  process.env.PURSESTRINGS_WEBHOOK_SECRET,
)`

export const EndpointSecret = ({ secret, onSaved }: { readonly secret: string; readonly onSaved: () => void }) => {
  const { t } = useTranslation()
  return (
    <SecretOnce
      title={t('webhooks.save')}
      lead={t('webhooks.saveLead')}
      secret={secret}
      copy={t('webhooks.copy')}
      uses={[
        {
          title: '.env',
          text: `PURSESTRINGS_WEBHOOK_SECRET=${t('webhooks.above')}`,
          copies: `PURSESTRINGS_WEBHOOK_SECRET=${secret}`,
        },
        { title: 'TypeScript', text: CHECK },
      ]}
      onSaved={onSaved}
    />
  )
}

/**
 * Asks for the passphrase, or the passkey where there is one, and hands on what was given. Whoever asks decides what is opened
 * with it: the wallet, its words, or the key for one payment.
 */
import { useAct } from '@pursestrings/ui/use-act'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../frame/Icon.tsx'
import { PasskeyFault, passkeySecret } from '../keys/passkey.ts'
import { SealFault } from '../keys/seal.ts'
import { useVault } from '../keys/session.ts'
import type { Opener } from '../keys/vault.ts'
import { Passphrase } from './Passphrase.tsx'

const FillIn =
  import.meta.env.MODE === 'demo-shop'
    ? lazy(async () => ({ default: (await import('../demo-shop/FillIn.tsx')).FillIn }))
    : undefined

interface Props {
  /** Does it, with what opens the wallet. What it throws is said here. */
  readonly run: (opener: Opener) => Promise<void>
  /** What the button says. */
  readonly verb: string
  readonly busy?: string
  /** Between the passphrase and the buttons. */
  readonly children?: ReactNode
  /** The other button, on the left. */
  readonly other?: ReactNode
}

/** It was opened, and what it was opened for is refused: said in these words. */
export class Refusal extends Error {}

const reasonOf = (error: unknown) => {
  if (error instanceof SealFault) return 'unlock.wrong'
  if (error instanceof PasskeyFault) return `unlock.${error.reason}` as const
  return 'unlock.unusable'
}

export const OpenerForm = ({ run, verb, busy, children, other }: Props) => {
  const { t } = useTranslation()
  const { passkey } = useVault()
  const [passphrase, setPassphrase] = useState('')
  const fault = useId()
  const open = useAct(async (how: 'passphrase' | 'passkey') => {
    await run(how === 'passkey' && passkey ? { passkey: await passkeySecret(passkey) } : { passphrase })
    // What was typed does not stay in the page longer than it is needed.
    setPassphrase('')
  })
  return (
    <form
      className="opener"
      onSubmit={(event) => {
        event.preventDefault()
        if (passphrase !== '') open.mutate('passphrase')
      }}
    >
      <Passphrase
        label={t('unlock.passphrase')}
        value={passphrase}
        onChange={setPassphrase}
        autoComplete="current-password"
        invalid={open.error instanceof SealFault}
        describedBy={fault}
      />
      <p id={fault} className="field-fault" role="alert">
        {open.error instanceof Refusal ? open.error.message : open.error ? t(reasonOf(open.error)) : ''}
      </p>
      {FillIn && (
        <Suspense>
          <FillIn onFill={setPassphrase} />
        </Suspense>
      )}
      {passkey && (
        <button type="button" className="link" disabled={open.isPending} onClick={() => open.mutate('passkey')}>
          <Icon name="passkey" />
          {t('unlock.passkey')}
        </button>
      )}
      {children}
      <div className="pair-of-buttons">
        {other}
        <button type="submit" className="button" data-kind="primary" disabled={open.isPending || passphrase === ''}>
          {open.isPending ? (busy ?? t('unlock.working')) : verb}
        </button>
      </div>
    </form>
  )
}

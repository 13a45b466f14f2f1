/** The start: a wallet is made or imported, sealed with a passphrase, and then, if the user wants, a passkey and a backup. */
import { APPROVAL_PATH } from '@pursestrings/protocol/approval-link'
import { Mark, Wordmark } from '@pursestrings/ui/Wordmark'
import { lazy, Suspense, startTransition, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Foot } from '../frame/Foot.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { useFocusedHeading } from '../frame/use-focused-heading.ts'
import { type Bytes, randomBytes } from '../keys/bytes.ts'
import type { Opener } from '../keys/vault.ts'

const ChoosePassphrase = lazy(async () => ({ default: (await import('./ChoosePassphrase.tsx')).ChoosePassphrase }))
const Import = lazy(async () => ({ default: (await import('./Import.tsx')).Import }))
const OfferPasskey = lazy(async () => ({ default: (await import('./OfferPasskey.tsx')).OfferPasskey }))
const Backup = lazy(async () => ({ default: (await import('./Backup.tsx')).Backup }))

/** In the wallet of `npm run dev` alone: whatever is published is built without it. */
const WITH_SHOP = import.meta.env.MODE === 'demo-shop'
const UseDemoShop = WITH_SHOP
  ? lazy(async () => ({ default: (await import('../demo-shop/UseDemoShop.tsx')).UseDemoShop }))
  : undefined
const DemoShop = WITH_SHOP
  ? lazy(async () => ({ default: (await import('../demo-shop/DemoShop.tsx')).DemoShop }))
  : undefined

type Step =
  | { readonly at: 'start' | 'import' | 'demo-shop' }
  | { readonly at: 'passphrase'; readonly entropy: Bytes; readonly imported: boolean }
  /** The passphrase is still known, so that it is not asked for twice. */
  | { readonly at: 'passkey' | 'backup'; readonly opener: Opener; readonly imported: boolean }

/** 24 words. */
const ENTROPY_BYTES = 32

interface Props {
  /** From here on a wallet is being made, in several steps. */
  readonly onBegin: () => void
  /** It is made: the page of the wallet to go on with. */
  readonly onDone: (path: string) => void
}

export const Welcome = ({ onBegin, onDone }: Props) => {
  const [step, show] = useState<Step>({ at: 'start' })
  const setStep = (next: Step) => {
    onBegin()
    // The screen before stays until the next one is loaded.
    startTransition(() => show(next))
  }
  /** Once the wallet is made, it joins the one on the user's other device. */
  const [links, setLinks] = useState(false)
  const finish = () => onDone(links ? '/settings/link' : '/')
  const create = (then_links: boolean) => {
    setLinks(then_links)
    setStep({ at: 'passphrase', entropy: randomBytes(ENTROPY_BYTES), imported: false })
  }
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      {step.at === 'start' && (
        <Start
          onCreate={() => create(false)}
          onImport={() => setStep({ at: 'import' })}
          onLink={() => create(true)}
          {...(WITH_SHOP && { onShop: () => setStep({ at: 'demo-shop' }) })}
        />
      )}
      {WITH_SHOP && DemoShop && step.at === 'demo-shop' && (
        <DemoShop onBack={() => setStep({ at: 'start' })} onDone={onDone} />
      )}
      {step.at === 'import' && (
        <Import
          onBack={() => setStep({ at: 'start' })}
          onEntropy={(entropy) => setStep({ at: 'passphrase', entropy, imported: true })}
        />
      )}
      {step.at === 'passphrase' && (
        <ChoosePassphrase
          entropy={step.entropy}
          imported={step.imported}
          onBack={() => setStep({ at: step.imported ? 'import' : 'start' })}
          onMade={(passphrase) => setStep({ at: 'passkey', opener: { passphrase }, imported: step.imported })}
        />
      )}
      {step.at === 'passkey' && (
        <OfferPasskey
          opener={step.opener}
          onDone={() => (step.imported ? finish() : setStep({ ...step, at: 'backup' }))}
        />
      )}
      {step.at === 'backup' && <Backup opener={step.opener} steps={3} onDone={finish} />}
    </Suspense>
  )
}

interface StartProps {
  readonly onCreate: () => void
  readonly onImport: () => void
  readonly onLink: () => void
  readonly onShop?: () => void
}

const Start = ({ onCreate, onImport, onLink, onShop }: StartProps) => {
  const { t } = useTranslation()
  const heading = useFocusedHeading(t('welcome.title'))
  return (
    <div className="page start">
      <p className="brand">
        <Wordmark />
      </p>
      <span className="emblem" data-filled="">
        <Mark size={60} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="hero">
        {t('welcome.titleFirst')} <span className="hero-line">{t('welcome.titleSecond')}</span>
      </h1>
      <p className="lead">{t('welcome.lead')}</p>
      {location.pathname === APPROVAL_PATH && (
        <div className="notice" data-tone="look">
          <Icon name="info" size={18} />
          <p>{t('welcome.fromLink')}</p>
        </div>
      )}
      <ul className="card points">
        <li>
          <Icon name="key" /> {t('welcome.key')}
        </li>
        <li>
          <Icon name="shield" /> {t('welcome.payee')}
        </li>
        <li>
          <Icon name="info" /> {t('welcome.testnet')}
        </li>
      </ul>
      <Foot stacked>
        <button type="button" className="button" data-kind="primary" onClick={onCreate}>
          {t('welcome.create')}
        </button>
        {UseDemoShop && onShop && (
          <Suspense>
            <UseDemoShop onUse={onShop} />
          </Suspense>
        )}
        <button type="button" className="button" onClick={onImport}>
          {t('welcome.import')}
        </button>
        <button type="button" className="button" onClick={onLink}>
          {t('welcome.link')}
        </button>
      </Foot>
    </div>
  )
}

/** From the first page to the first request, by clicks: a practice wallet, a shop on this computer, and its agent. */
import './strings.ts'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useAct } from '@pursestrings/ui/use-act'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Who } from '../agents/Who.tsx'
import { api, queries } from '../client.ts'
import { Copy } from '../frame/Copy.tsx'
import { Foot } from '../frame/Foot.tsx'
import { useFocusedHeading } from '../frame/use-focused-heading.ts'
import { randomBytes } from '../keys/bytes.ts'
import { suggestedWords } from '../keys/words.ts'
import { StepBar } from '../welcome/StepBar.tsx'
import { type Invited, openDemoShop, STEPS, type Step } from './open-demo-shop.ts'

const ENTROPY_BYTES = 32
const PASSPHRASE_WORDS = 5

interface Props {
  readonly onBack: () => void
  /** The page of the wallet to go on with. */
  readonly onDone: (path: string) => void
}

export const DemoShop = ({ onBack, onDone }: Props) => {
  const { t } = useTranslation()
  const [made] = useState(() => ({
    entropy: randomBytes(ENTROPY_BYTES),
    passphrase: suggestedWords(PASSPHRASE_WORDS),
  }))
  const [step, setStep] = useState<Step>()
  const heading = useFocusedHeading(t('demoShop.title'))
  const open = useAct(() => openDemoShop(made.entropy, made.passphrase, setStep))
  const has_failed = open.error !== undefined
  if (open.data) return <MayAsk invited={open.data} onDone={onDone} />
  return (
    <div className="page">
      <StepBar {...(step === undefined && { onBack })} />
      <h1 ref={heading} tabIndex={-1}>
        {t('demoShop.title')}
      </h1>
      <p className="lead">{t('demoShop.lead')}</p>
      <section className="card pad stack-tight" aria-labelledby="practice-passphrase">
        <h2 id="practice-passphrase" className="small">
          {t('demoShop.passphrase')}
        </h2>
        <p className="practice-passphrase">
          <b className="mono" translate="no">
            {made.passphrase}
          </b>
          <Copy value={made.passphrase} what={t('demoShop.what')} />
        </p>
        <p className="small muted">{t('demoShop.fills')}</p>
      </section>
      {step !== undefined && <Progress step={step} stopped={has_failed} />}
      {has_failed && (
        <p className="field-fault" role="alert">
          {t('demoShop.failed')}
        </p>
      )}
      <Foot stacked>
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={open.isPending}
          onClick={() => open.mutate()}
        >
          {t(open.isPending ? 'demoShop.steps' : has_failed ? 'demoShop.again' : 'demoShop.open')}
        </button>
        {has_failed && step !== 'wallet' && (
          <button type="button" className="button" onClick={() => onDone('/')}>
            {t('demoShop.toWallet')}
          </button>
        )}
      </Foot>
    </div>
  )
}

const Progress = ({ step, stopped }: { readonly step: Step; readonly stopped: boolean }) => {
  const { t } = useTranslation()
  const at = STEPS.indexOf(step)
  return (
    <ol className="card points" aria-label={t('demoShop.steps')} aria-live="polite">
      {STEPS.map((one, index) => (
        <li key={one} className={index > at ? 'muted' : undefined}>
          {index < at && <StatusGlyph tone="proven" glyph="tick" filled size={20} />}
          {index === at && !stopped && <span className="spinner" aria-hidden="true" />}
          {index === at && stopped && <StatusGlyph tone="stop" glyph="cross" filled size={20} />}
          {index > at && <StatusGlyph tone="idle" glyph="ring" size={20} />}
          <span>
            {t(`demoShop.step.${one}`)}
            <span className="visually-hidden">
              {' '}
              {t(`demoShop.state.${index < at ? 'done' : index === at ? 'now' : 'later'}`)}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

const MayAsk = ({
  invited: { invitation, firstRequest },
  onDone,
}: { readonly invited: Invited } & Pick<Props, 'onDone'>) => {
  const { t } = useTranslation()
  const heading = useFocusedHeading(t('demoShop.asks'))
  const id = invitation.connect_invitation_id
  const leave = (path: string) => {
    void queries.invalidateQueries()
    onDone(path)
  }
  const connect = useAct(async () => {
    await api().connectInvitations.approve(id, { scopes: [...invitation.requested_scopes] })
    leave(await firstRequest())
  })
  const decline = useAct(() =>
    api()
      .connectInvitations.reject(id)
      .then((rejected) => rejected)
      .finally(() => leave('/')),
  )
  const has_failed = connect.error !== undefined
  const busy = connect.isPending || decline.isPending
  return (
    <div className="page">
      <StepBar />
      <h1 ref={heading} tabIndex={-1}>
        {t('demoShop.asks')}
      </h1>
      <Who source={invitation.source} named>
        <p>{t('demoShop.asksLead')}</p>
      </Who>
      <p className="aside" role="status">
        {connect.isPending && (
          <>
            <span className="spinner" aria-hidden="true" />
            <span>{t('demoShop.waiting')}</span>
          </>
        )}
      </p>
      {has_failed && (
        <p className="field-fault" role="alert">
          {t('demoShop.failed')}
        </p>
      )}
      <Foot>
        {has_failed ? (
          <button type="button" className="button" onClick={() => onDone('/')}>
            {t('demoShop.toWallet')}
          </button>
        ) : (
          <button type="button" className="button" disabled={busy} onClick={() => decline.mutate()}>
            {t('demoShop.decline')}
          </button>
        )}
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={busy || has_failed}
          onClick={() => connect.mutate()}
        >
          {t(connect.isPending ? 'demoShop.connecting' : 'demoShop.connect')}
        </button>
      </Foot>
    </div>
  )
}

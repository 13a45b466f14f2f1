/** What is next? Five steps, each read from the lists of the thing itself, so that nothing has to be ticked by hand. */
import { titleOf } from '@pursestrings/ui/agent-text'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { Code } from '../frame/Facts.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Loading } from '../frame/Loading.tsx'
import { FIRST_REQUEST } from '../requests/first-request.ts'
import { useSession } from '../session.ts'

/** No event tells of agents and webhooks; everything else comes by itself. */
const LOOK_AGAIN_MS = 20_000

interface Step {
  readonly name: 'domain' | 'payee' | 'agent' | 'webhook' | 'request'
  /** Where it is done, or the command that does it. */
  readonly by: { readonly to: string } | { readonly command: string }
  /** What was found, once it is done. */
  readonly made: string | undefined
}

const readSteps = async (): Promise<Step[]> => {
  const [domains, recipients, agents, endpoints, requests] = await Promise.all([
    api.merchantDomains.list().toArray({ limit: 50 }),
    api.recipients.list().toArray({ limit: 50 }),
    api.agents.list().toArray({ limit: 50 }),
    api.webhookEndpoints.list().toArray({ limit: 50 }),
    api.paymentRequests.list({ status: 'confirmed' }).toArray({ limit: 1 }),
  ])
  return [
    {
      name: 'domain',
      by: { to: '/domains' },
      made: domains.find(({ status }) => status === 'verified')?.domain,
    },
    {
      name: 'payee',
      by: { to: '/recipients' },
      made: recipients.find(({ active_version_id }) => active_version_id !== null)?.name,
    },
    {
      name: 'agent',
      by: { to: '/agents' },
      made: agents.find((one) => one.status === 'active')?.name,
    },
    {
      name: 'webhook',
      by: { to: '/webhooks' },
      made: endpoints.find(({ status }) => status === 'active')?.url,
    },
    {
      name: 'request',
      by: { command: FIRST_REQUEST },
      made: requests[0] && (titleOf(requests[0].display) ?? requests[0].request_id),
    },
  ]
}

export const Setup = () => {
  const { t } = useTranslation()
  const { data: session } = useSession()
  const steps = useQuery({ queryKey: ['setup'], queryFn: readSteps, refetchInterval: LOOK_AGAIN_MS })
  const done = steps.data?.filter(({ made }) => made !== undefined).length ?? 0
  const all = steps.data?.length ?? 5
  const next = steps.data?.find(({ made, name }) => made === undefined && name !== 'webhook')?.name
  return (
    <div className="page">
      <Heading
        title={t('setup.title', { name: session?.merchant.name ?? '' })}
        lead={t('setup.lead')}
        action={
          steps.data && (
            <p className="setup-progress">
              <progress value={done} max={all} aria-label={t('setup.progress', { done, all })} />
              {t('setup.progress', { done, all })}
            </p>
          )
        }
      />
      <Loading of={steps} lines={5} />
      {steps.data && (
        <ol className="card setup">
          {steps.data.map((step, at) => (
            <SetupStep key={step.name} step={step} number={at + 1} open={step.name === next} />
          ))}
        </ol>
      )}
      {/* Only with the steps, which would push it down when they come. */}
      {steps.data && <More />}
    </div>
  )
}

const More = () => {
  const { t } = useTranslation()
  return (
    <div className="setup-more">
      <section className="card pad">
        <h2>{t('setup.hurry.title')}</h2>
        <p className="muted">{t('setup.hurry.lead')}</p>
        <Code text="npx --no pursestrings demo" />
      </section>
      <section className="card pad">
        <h2>{t('setup.can.title')}</h2>
        <ul className="ticks">
          {(['ask', 'describe', 'outcome'] as const).map((line) => (
            <li key={line}>
              <Icon name="check" />
              {t(`setup.can.${line}`)}
            </li>
          ))}
        </ul>
        <p className="muted">{t('setup.can.not')}</p>
      </section>
    </div>
  )
}

interface StepProps {
  readonly step: Step
  readonly number: number
  readonly open: boolean
}

const SetupStep = ({ step: { name, by, made }, number, open }: StepProps) => {
  const { t } = useTranslation()
  return (
    <li className="setup-step" data-done={made !== undefined ? '' : undefined} data-open={open ? '' : undefined}>
      <span className="setup-number" aria-hidden="true">
        {made === undefined ? number : <Icon name="check" />}
      </span>
      <div>
        <h2>{t(`setup.${name}.title`)}</h2>
        <p className="muted">
          {made === undefined ? t(`setup.${name}.lead`) : <span className="made">{made}</span>}
          {made !== undefined && <span className="visually-hidden"> {t('setup.done')}</span>}
        </p>
        {open && 'command' in by && <Code text={by.command} />}
      </div>
      {'to' in by && (open || (name === 'webhook' && made === undefined)) && (
        <Link className="button" data-kind={open ? 'primary' : undefined} data-size="small" to={by.to}>
          {t(`setup.${name}.title`)}
        </Link>
      )}
    </li>
  )
}

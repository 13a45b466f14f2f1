/** A key for an agent: made in this browser and shown once, or made elsewhere and proven by a signature that is pasted. */
import { type Agent, generateKeyPair, type ProofChallenge, signCredentialProof } from '@pursestrings/sdk'
import { Field } from '@pursestrings/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Dialog, DialogButtons } from '../frame/Dialog.tsx'
import { Code } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { SecretOnce } from '../frame/SecretOnce.tsx'
import { Tabs } from '../frame/Tabs.tsx'

const KEY_DAYS = 365
const WAYS = ['browser', 'paste'] as const

interface Props {
  readonly agent: Agent
  readonly taken: readonly string[]
  readonly onClose: () => void
}

/** The month, and a number where that is taken: a kid names one key for good. */
const freeKid = (taken: readonly string[]): string => {
  const month = new Date().toISOString().slice(0, 7)
  let kid = month
  for (let n = 2; taken.includes(kid); n++) kid = `${month}-${n}`
  return kid
}

const register = async (agent_id: string, kid: string, public_key: string) => {
  const expires_at = new Date(Date.now() + KEY_DAYS * 86_400_000).toISOString()
  return api.agentCredentials.register(agent_id, { kid, alg: 'Ed25519', public_key, expires_at })
}

/** Its first key sets an agent to work. */
const prove = async (agent: Agent, credential_id: string, proof: { challenge: string; signature: string }) => {
  await api.agentCredentials.activate(agent.agent_id, credential_id, proof)
  if (agent.status === 'draft') await api.agents.update(agent.agent_id, { status: 'active', version: agent.version })
}

export const AddKey = ({ agent, taken, onClose }: Props) => {
  const { t } = useTranslation()
  const [way, setWay] = useState<(typeof WAYS)[number]>('browser')
  const [kid, setKid] = useState(() => freeKid(taken))
  const [public_key, setPublicKey] = useState('')
  const onSuccess = () => queries.invalidateQueries()
  const make = useMutation({
    gcTime: 0,
    meta: { confirms: t('agent.add') },
    mutationFn: async () => {
      const pair = await generateKeyPair()
      const { credential, proof_challenge } = await register(agent.agent_id, kid.trim(), pair.public_key)
      const proof = await signCredentialProof(pair.private_key, proof_challenge.challenge)
      await prove(agent, credential.credential_id, proof)
      return pair.private_key
    },
    onSuccess,
  })
  const paste = useMutation({
    mutationFn: () => register(agent.agent_id, kid.trim(), public_key.trim()),
    onSuccess,
  })
  if (make.data !== undefined) {
    return (
      <SecretOnce
        title={t('agent.once')}
        lead={t('agent.onceLead', { kid })}
        secret={make.data}
        copy={t('agent.copy')}
        onSaved={onClose}
      />
    )
  }
  if (paste.data) {
    const { credential, proof_challenge } = paste.data
    return <Prove agent={agent} of={credential} challenge={proof_challenge} onClose={onClose} />
  }
  const doing = way === 'browser' ? make : paste
  return (
    <Dialog
      title={t('agent.add')}
      onClose={onClose}
      onSubmit={() => doing.mutate()}
      foot={
        <DialogButtons onClose={onClose} disabled={doing.isPending}>
          {t(`agent.way.${way}.go`)}
        </DialogButtons>
      }
    >
      <Field
        label={t('agent.kid')}
        hint={t('agent.kidHint')}
        required
        maxLength={64}
        pattern="[A-Za-z0-9._\-]+"
        value={kid}
        onChange={setKid}
      />
      <Tabs
        label={t('agent.ways')}
        tabs={WAYS.map((name) => ({ name, title: t(`agent.way.${name}.title`) }))}
        open={way}
        onOpen={setWay}
      >
        <p className="muted">{t(`agent.way.${way}.lead`)}</p>
        {way === 'paste' && (
          <Field
            label={t('agent.publicKey')}
            hint={t('agent.publicKeyHint')}
            required
            maxLength={64}
            spellCheck={false}
            autoCapitalize="none"
            value={public_key}
            onChange={setPublicKey}
          />
        )}
      </Tabs>
      {doing.error ? <Fault error={doing.error} /> : null}
    </Dialog>
  )
}

interface ProveProps {
  readonly agent: Agent
  readonly of: { readonly credential_id: string; readonly kid: string; readonly fingerprint: string }
  readonly challenge: ProofChallenge
  readonly onClose: () => void
}

const signLine = (text: string): string =>
  `printf '%s' '${text}' > proof.txt
openssl pkeyutl -sign -rawin -inkey agent-key.pem -in proof.txt | basenc --base64url -w0 | tr -d =`

const Prove = ({ agent, of: { credential_id, kid, fingerprint }, challenge, onClose }: ProveProps) => {
  const { t } = useTranslation()
  const [signature, setSignature] = useState('')
  const verify = useMutation({
    meta: { confirms: t('agent.verify', { kid }) },
    mutationFn: () => prove(agent, credential_id, { challenge: challenge.challenge, signature: signature.trim() }),
    async onSuccess() {
      await queries.invalidateQueries()
      onClose()
    },
  })
  return (
    <Dialog
      title={t('agent.verify', { kid })}
      onClose={onClose}
      onSubmit={() => verify.mutate()}
      foot={
        <DialogButtons onClose={onClose} disabled={verify.isPending}>
          {t('agent.verify', { kid })}
        </DialogButtons>
      }
    >
      <p className="muted">
        {t('agent.verifyLead', {
          time: new Date(challenge.expires_at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' }),
        })}
      </p>
      <Code text={signLine(challenge.challenge)} />
      <Field
        label={t('agent.signature')}
        required
        maxLength={86}
        spellCheck={false}
        autoCapitalize="none"
        value={signature}
        onChange={setSignature}
      />
      <p className="muted">
        {t('agent.fingerprint')} <span className="mono">{fingerprint}</span>
      </p>
      {verify.error ? <Fault error={verify.error} /> : null}
    </Dialog>
  )
}
